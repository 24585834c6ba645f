"""What a text format is: the `format.py` of an assignment, and how the engine sees it.

The functions and constants of a `format.py` are listed in docs/puzzles.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from pathlib import Path
from types import ModuleType
from typing import ParamSpec, TypeVar

from autograder.assignment import KIT, AssignmentError
from autograder.puzzles.discovery import assignment_modules
from autograder.puzzles.formats import json_text, keen
from autograder.puzzles.formats.scanner import MAX_TARGET_DIGITS, FormatError
from autograder.puzzles.model import Board, Cell, PuzzleError

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


ENGINE = (
    Format("keen", keen.read, keen.write, FormatLimits(target_digits=keen.MAX_DIGITS), None, True),
    Format("json", json_text.read, json_text.write, FormatLimits(filled_in=True), None, True),
)


def formats_of(kit: Path = KIT) -> dict[str, Format]:
    """The formats by name: those of the kit's assignments, of this repository's, of the engine.

    Raises:
        AssignmentError: a `format.py` cannot be used.
    """
    return _formats_of(kit.absolute())


@cache
def _formats_of(kit: Path) -> dict[str, Format]:
    modules = assignment_modules("format.py", kit)
    formats = {name: _format(name, module) for name, module in modules.items()}
    for format_ in ENGINE:
        if format_.name in formats:
            path = modules[format_.name].__file__
            raise AssignmentError(f"{path}: {format_.name} is a format of the autograder itself")
        formats[format_.name] = format_
    return formats


def _format(name: str, module: ModuleType) -> Format:
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


def join(above: Sequence[str], cages: Sequence[str]) -> str:
    """The text of lines above the cages and of the cages' lines."""
    return "".join(f"{line}\n" for line in [*above, *cages])
