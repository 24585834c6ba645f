"""Puzzles as text: in the formats of the assignments, as Keen's game ids, and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import KIT
from autograder.puzzles.formats.format import Format, FormatLimits, Layouts, formats_of, join
from autograder.puzzles.formats.scanner import FormatError, Scanner
from autograder.puzzles.model import Board
from autograder.safetext import excerpt

__all__ = [
    "Format",
    "FormatError",
    "FormatLimits",
    "Layouts",
    "PuzzleText",
    "Scanner",
    "detect",
    "format_names",
    "formats_of",
    "join",
    "normalize",
    "read",
    "split",
    "write",
]


def format_names(kit: Path = KIT) -> tuple[str, ...]:
    return tuple(formats_of(kit))


def read(text: str, format: str | None = None, kit: Path = KIT) -> Board:  # noqa: A002 - as in the command line
    """The only board of a text.

    Args:
        format: The name of the text's format; by default it is detected.
        kit: A kit whose formats may be used, next to those of this repository.

    Raises:
        FormatError: the text is not in this format, or holds no board, or several.
    """
    name = detect(text, kit) if format is None else format
    return _format(name, kit).read(normalize(text))


def write(board: Board, format: str, kit: Path = KIT) -> str:  # noqa: A002 - as in the command line
    """The text that reads as this board. Its last line ends with a line end.

    Raises:
        FormatError: the format cannot hold the board.
    """
    return _format(format, kit).write(board)


def detect(text: str, kit: Path = KIT) -> str:
    """The name of the first format that can read a text, or its first line if it holds several.

    A faulty text is in the format that reads furthest, if that is beyond the first line.

    Raises:
        FormatError: no format does.
    """
    text = normalize(text)
    first_line = text.lstrip().partition("\n")[0]
    furthest, closest = text.find(first_line) + len(first_line), ""
    for name, format_ in formats_of(kit).items():
        for part in (text, first_line) if format_.is_multiple else (text,):
            try:
                format_.read(part)
                return name
            except FormatError as error:
                if error.reached > furthest:
                    furthest, closest = error.reached, name
    if not closest:
        names = ", ".join(format_names(kit))
        message = f"this is in none of the formats {names}"
        raise FormatError(f"{message}; to see what is wrong, name its format (--format)")
    return closest


@dataclass(frozen=True, slots=True)
class PuzzleText:
    """The part of a text that should hold one puzzle.

    Attributes:
        lines_before: The number of lines of the whole text that precede it.
    """

    text: str
    format: str
    lines_before: int
    kit: Path = KIT

    def read(self) -> Board:
        """The puzzle.

        Raises:
            FormatError: the text is not in its format; lines are counted in the whole text.
        """
        return read("\n" * self.lines_before + self.text, self.format, self.kit)


def split(text: str, format: str | None = None, kit: Path = KIT) -> list[PuzzleText]:  # noqa: A002
    """The puzzles of a text: its lines where the format has a puzzle on each, else all of it.

    A faulty puzzle does not stop the rest. A JSON object may also go over lines.

    Raises:
        FormatError: no format is named, and the text is in none.
    """
    text = normalize(text)
    name = detect(text, kit) if format is None else format
    lines = [
        PuzzleText(line, name, number, kit)
        for number, line in enumerate(text.split("\n"))
        if line.strip()
    ]
    goes_over_lines = name == "json" and lines and not lines[0].text.rstrip().endswith("}")
    if _format(name, kit).is_multiple and lines and not goes_over_lines:
        return lines
    return [PuzzleText(text, name, 0, kit)]


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
