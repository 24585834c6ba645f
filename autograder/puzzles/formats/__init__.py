"""Puzzles as texts: those of the five assignments, Keen's game ids, and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from autograder.puzzles.formats import ac3, cages, calcudoku, json_text, keen, kenken, mathdoku
from autograder.puzzles.formats.scanner import FormatError, Scanner, error_at
from autograder.puzzles.formats.sniff import guessed
from autograder.puzzles.model import Board
from autograder.safetext import excerpt

__all__ = [
    "FORMATS",
    "HOLDS",
    "SEVERAL",
    "FormatError",
    "clean",
    "guess",
    "read",
    "read_all",
    "write",
]

_WRITE: dict[str, Callable[[Board], str]] = {
    "kenken": kenken.write,
    "calcudoku": calcudoku.write,
    "mathdoku": mathdoku.write,
    "cages": cages.write,
    "ac3": ac3.write,
    "keen": keen.write,
    "json": json_text.write,
}
_READ_EACH: dict[str, Callable[[str], Iterator[tuple[int, Board]]]] = {
    "keen": keen.read_each,
    "json": json_text.read_each,
}
_READ: dict[str, Callable[[str], Board]] = {
    "kenken": kenken.read,
    "calcudoku": calcudoku.read,
    "mathdoku": mathdoku.read,
    "cages": cages.read,
    "ac3": ac3.read,
}

FORMATS = tuple(_WRITE)
SEVERAL = tuple(_READ_EACH)
"""The formats in which a text can hold several puzzles, each on its line."""

HOLDS = {"calcudoku": (5, "+"), "cages": (6, "+-*/")}
"""The only size, and the operations, of formats that do not hold every puzzle."""


def read(text: str, format: str | None = None) -> Board:  # noqa: A002 - as callers say it
    """The one board that a text holds, in a format that is named or guessed.

    Raises:
        FormatError: the text is not in this format, or holds no board, or several.
    """
    text = clean(text)
    boards = _boards(text, format)
    place, board = next(boards, (0, None))
    if board is None:
        raise FormatError("expected a puzzle, found nothing", 1, 1)
    for place, _ in boards:
        raise error_at(text, place, "expected one puzzle, found another")
    return board


def read_all(text: str, format: str | None = None) -> list[Board]:  # noqa: A002 - as callers say it
    """All boards that a text holds: in `keen` and `json` any number, each on its line, else one.

    Raises:
        FormatError: the text is not in this format.
    """
    return [board for _, board in _boards(clean(text), format)]


def _boards(text: str, name: str | None) -> Iterator[tuple[int, Board]]:
    name = guess(text) if name is None else _known(name)
    if name in _READ_EACH:
        yield from _READ_EACH[name](text)
    else:
        yield 0, _READ[name](text)


def write(board: Board, format: str) -> str:  # noqa: A002 - as callers say it
    """The text that reads as this board. It ends its last line.

    Raises:
        FormatError: the format cannot hold the board.
    """
    return _WRITE[_known(format)](board)


def guess(text: str) -> str:
    """The format of a text, by its beginning. The rest may turn out to be wrong.

    Raises:
        FormatError: it begins like none of the formats.
    """
    text = clean(text)
    name = guessed(text)
    if name is None:
        raise Scanner(text).unexpected(f"a puzzle in one of the formats {', '.join(FORMATS)}")
    return name


def _known(name: str) -> str:
    if name not in FORMATS:
        raise FormatError(
            f"expected one of the formats {', '.join(FORMATS)}, found {excerpt(name)}"
        )
    return name


def clean(text: str) -> str:
    """Without a byte order mark, with `\\n` at the ends of lines, and no blank lines at the end."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return lines.rstrip(" \t\v\f\n")
