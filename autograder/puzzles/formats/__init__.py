"""Puzzles as text: in the formats of the assignments, as Keen's game ids, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from autograder.assignment import KIT
from autograder.puzzles.formats.protocol import Format
from autograder.puzzles.formats.registry import format_names, formats_of
from autograder.puzzles.formats.scanner import FormatError, Scanner, error_at
from autograder.puzzles.formats.sniff import best_match
from autograder.puzzles.model import Board
from autograder.safetext import excerpt

__all__ = [
    "Format",
    "FormatError",
    "detect",
    "format_names",
    "formats_of",
    "normalize",
    "read",
    "read_all",
    "write",
]


def read(text: str, format: str | None = None, kit: Path = KIT) -> Board:  # noqa: A002
    """The only board of a text.

    Args:
        format: The name of the text's format; by default it is detected.
        kit: A kit whose formats may be used, next to those of this repository.

    Raises:
        FormatError: the text is not in this format, or holds no board, or several.
    """
    text = normalize(text)
    boards = _boards(text, format, kit)
    index, board = next(boards, (0, None))
    if board is None:
        raise FormatError("expected a puzzle, found nothing", 1, 1)
    for index, _ in boards:
        raise error_at(text, index, "expected one puzzle, found another")
    return board


def read_all(text: str, format: str | None = None, kit: Path = KIT) -> list[Board]:  # noqa: A002
    """All boards of a text: in `keen` and `json` any number, each on its line, else one.

    Raises:
        FormatError: the text is not in this format.
    """
    return [board for _, board in _boards(normalize(text), format, kit)]


def _boards(text: str, name: str | None, kit: Path) -> Iterator[tuple[int, Board]]:
    yield from _format(detect(text, kit) if name is None else name, kit).read_each(text)


def write(board: Board, format: str, kit: Path = KIT) -> str:  # noqa: A002
    """The text that reads as this board. Its last line ends with a line end.

    Raises:
        FormatError: the format cannot hold the board.
    """
    return _format(format, kit).write(board)


def detect(text: str, kit: Path = KIT) -> str:
    """The name of a text's format, judged by its beginning. The rest may be faulty.

    Raises:
        FormatError: it begins like none of the formats.
    """
    text = normalize(text)
    match = best_match(text, formats_of(kit).values())
    if match is None:
        names = ", ".join(format_names(kit))
        raise Scanner(text).unexpected(f"a puzzle in one of the formats {names}")
    return match.name


def _format(name: str, kit: Path) -> Format:
    formats = formats_of(kit)
    if name not in formats:
        names = ", ".join(formats)
        raise FormatError(f"expected one of the formats {names}, found {excerpt(name)}")
    return formats[name]


def normalize(text: str) -> str:
    """The text without a byte order mark, with line ends `\\n`, and no blank lines at the end."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return lines.rstrip(" \t\v\f\n")
