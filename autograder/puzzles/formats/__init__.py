"""Puzzles as text: in the formats of the assignments, and as JSON.

The functions and constants of an assignment's `format.py` are listed in docs/puzzles.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from pathlib import Path
from types import ModuleType
from typing import ParamSpec, TypeVar

from autograder.puzzles.discovery import assignment_modules
from autograder.puzzles.formats import json_text
from autograder.puzzles.formats.scanner import MAX_TARGET_DIGITS, FormatError, Scanner
from autograder.puzzles.model import Board, Cell, PuzzleError
from autograder.safetext import excerpt
from autograder.text_files import KIT, AssignmentError

__all__ = ["FormatError", "Scanner"]

_P = ParamSpec("_P")
_T = TypeVar("_T")

Lines = list[str]


@dataclass(frozen=True, slots=True)
class FormatLimits:
    """What a format can hold. A board beyond it is refused on writing, so that nothing is lost.

    Attributes:
        size: The only size of its puzzles; None if they may have any.
        operations: Those that new puzzles in this format have by default.
        target_digits: The most digits of a target.
        filled_in: May cells be filled in?
    """

    size: int | None = None
    operations: str = "+-*/"
    target_digits: int = MAX_TARGET_DIGITS
    filled_in: bool = False

    def check(self, board: Board, name: str) -> None:
        """Raise FormatError if a format of this name and these limits cannot hold the board."""
        filled_in = sum(number > 0 for row in board.grid for number in row)
        if filled_in and not self.filled_in:
            raise FormatError(f"{name} cannot hold filled-in numbers, found {filled_in}")
        size = board.puzzle.size
        if self.size not in (None, size):
            raise FormatError(f"{name} holds puzzles of size {self.size} only, found {size}")
        for cage in board.puzzle.cages:
            digits = len(str(cage.target))
            if digits > self.target_digits:
                limit = f"{name} holds targets of at most {self.target_digits} digits"
                raise FormatError(f"the cage at {cage.cells[0]}: {limit}, found {digits}")


@dataclass(frozen=True, slots=True)
class Layouts:
    """Other layouts of a format in which the text ends with a line for each cage, in their order.

    The text of `write` is split into those lines and the lines above them.

    Attributes:
        cell: Matches a cell in the line of a cage, after the second word; None if cages do not
            list their cells.
        texts: Layouts of whitespace and comments by name: from the lines above the cages and the
            cages' lines to the text.
        is_letter: Can this printable character be the letter of a cage? None if cages have no
            letters. Letters begin the cages' lines and occur in the lines above.
        fill_in: The lines above the cages with these numbers and these guesses in their cells;
            None if there cannot be any.
    """

    cell: re.Pattern[str] | None = None
    texts: Mapping[str, Callable[[Lines, Lines], str]] = field(default_factory=dict)
    is_letter: Callable[[str], bool] | None = None
    fill_in: Callable[[Lines, dict[Cell, int], dict[Cell, int]], Lines] | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A format as the engine uses it. The limits are checked by `write`.

    Attributes:
        read: The board of a text without a byte order mark, with line ends `\\n`, and without blank
            lines at the end. Raises FormatError, with line and column if possible.
        layouts: None if `write` has the only layout.
        is_multiple: Can a file hold several puzzles, each on its line?
        read_shown: The board in the arguments of a call by name, as reports show them; None if
            those that `read` takes are drawn.
    """

    name: str
    read: Callable[[str], Board]
    _write: Callable[[Board], str]
    limits: FormatLimits = field(default_factory=FormatLimits)
    layouts: Layouts | None = None
    is_multiple: bool = False
    read_shown: Callable[[Mapping[str, str]], Board] | None = None

    def write(self, board: Board) -> str:
        self.limits.check(board, self.name)
        return self._write(board)


JSON = Format("json", json_text.read, json_text.write, FormatLimits(filled_in=True), None, True)


def formats_of(kit: Path = KIT) -> dict[str, Format]:
    """The formats by name: those of the kit's assignments, of this repository's, and JSON.

    Raises:
        AssignmentError: a `format.py` cannot be used.
    """
    return _formats_of(kit.absolute())


@cache
def _formats_of(kit: Path) -> dict[str, Format]:
    modules = assignment_modules("format.py", kit)
    formats = {name: _format_of(name, module) for name, module in modules.items()}
    if JSON.name in formats:
        path = modules[JSON.name].__file__
        raise AssignmentError(f"{path}: {JSON.name} is a format of the autograder itself")
    return {**formats, JSON.name: JSON}


def _format_of(name: str, module: ModuleType) -> Format:
    for function in ("read", "write"):
        if not callable(getattr(module, function, None)):
            raise AssignmentError(f"{module.__file__}: expected a function {function}, found none")
    return Format(
        name,
        _checked(module, module.read),
        _checked(module, module.write),
        getattr(module, "LIMITS", FormatLimits()),
        getattr(module, "LAYOUTS", None),
        read_shown=_checked(module, module.read_shown) if hasattr(module, "read_shown") else None,
    )


def _checked(module: ModuleType, function: Callable[_P, _T]) -> Callable[_P, _T]:
    """A function of a `format.py`, with faults of the file itself reported as such."""

    @wraps(function)
    def checked(*arguments: _P.args, **options: _P.kwargs) -> _T:
        try:
            return function(*arguments, **options)
        except FormatError:
            raise
        except PuzzleError as error:
            raise FormatError(str(error)) from error
        except Exception as error:
            reason = f"{function.__name__} failed: {type(error).__name__}: {error}"
            raise AssignmentError(f"{module.__file__}: {reason}") from error

    return checked


def format_named(name: str, kit: Path = KIT) -> Format:
    """The format of this name.

    Raises:
        FormatError: there is none.
    """
    formats = formats_of(kit)
    if name not in formats:
        names = ", ".join(formats)
        raise FormatError(f"expected one of the formats {names}, found {excerpt(name)}")
    return formats[name]


def read(text: str, format: str | None = None, kit: Path = KIT) -> Board:  # noqa: A002 - as in the command line
    """The only board of a text.

    Args:
        format: The name of the text's format; by default it is detected.
        kit: A kit whose formats may be used, next to those of this repository.

    Raises:
        FormatError: the text is not in this format, or holds no board, or several.
    """
    name = detect(text, kit) if format is None else format
    return format_named(name, kit).read(normalize(text))


def write(board: Board, format: str, kit: Path = KIT) -> str:  # noqa: A002 - as in the command line
    """The text that reads as this board. Its last line ends with a line end.

    Raises:
        FormatError: the format cannot hold the board.
    """
    return format_named(format, kit).write(board)


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
        names = ", ".join(formats_of(kit))
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
    if format_named(name, kit).is_multiple and lines and not goes_over_lines:
        return lines
    return [PuzzleText(text, name, 0, kit)]


def join(above: Sequence[str], cages: Sequence[str]) -> str:
    """The text of lines above the cages and of the cages' lines."""
    return "".join(f"{line}\n" for line in [*above, *cages])


def normalize(text: str) -> str:
    """The text without a byte order mark, with line ends `\\n`, and no blank lines at the end."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return lines.rstrip(" \t\v\f\n")
