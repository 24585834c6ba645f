"""The methods that can be traced, one `trace.py` for each assignment, and how a trace is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

from autograder.assignment import KIT, AssignmentError
from autograder.puzzles.discovery import assignment_modules
from autograder.puzzles.model import Board, Puzzle, empty_grid
from autograder.puzzles.trace.steps import CageLabel, Step, Trace

LIMIT = 20_000
"""How many steps of a trace are kept."""

COUNTED = 5
"""Steps are counted up to this many times the limit."""


class Method(Protocol):
    """The `trace.py` of an assignment: how its algorithm solves a puzzle, step by step.

    A module may also define:

    - `cage_labels(board: Board, text: str) -> Sequence[CageLabel]`: a label for each cage of the
      puzzle; by default the cage's clue.
    - `AXES: tuple[str, str]`: the names of a cell's horizontal and vertical coordinates, if the
      assignment has any, such as x and y.
    - `ANY_FORMAT = True`: this is also the method for puzzles in a format of no assignment.

    Attributes:
        TITLE: The heading of the page.
        ABOUT: A paragraph for students about how the method works.
        COUNTS: The names of the numbers in a step's `counts`.
        KINDS: Nouns for the kinds of steps that readers jump to.
        PSEUDOCODE: The lines of the algorithm; a step's `line` is an index of it.
    """

    TITLE: str
    ABOUT: str
    COUNTS: tuple[str, ...]
    KINDS: tuple[str, ...]
    PSEUDOCODE: tuple[str, ...]

    def steps(self, board: Board, text: str) -> Iterator[Step]:
        """Yield the steps that solve a board, from the board as given to the end.

        Args:
            text: The text that the board was read from in the assignment's own format, which may
                name and order cages in its own way. Empty if there is none.

        Raises:
            PuzzleError: the method does not take this board.
        """


_TEXTS = ("TITLE", "ABOUT")
_TUPLES = ("COUNTS", "KINDS", "PSEUDOCODE")


@cache
def methods(kit: Path = KIT) -> dict[str, Method]:
    """The methods of a kit's assignments, by name.

    Raises:
        AssignmentError: a `trace.py` cannot be loaded or is incomplete.
    """
    modules = assignment_modules("trace.py", kit)
    for module in modules.values():
        _check(module)
    return cast("dict[str, Method]", modules)


def _check(module: ModuleType) -> None:
    for name in _TEXTS:
        if not isinstance(getattr(module, name, None), str):
            raise AssignmentError(f"{module.__file__}: {name} must be a string")
    for name in _TUPLES:
        value = getattr(module, name, None)
        if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
            raise AssignmentError(f"{module.__file__}: {name} must be a tuple of strings")
    if not callable(getattr(module, "steps", None)):
        raise AssignmentError(f"{module.__file__}: expected a function steps(board, text)")


def default_method(format_name: str, kit: Path = KIT) -> str:
    """The method of the assignment whose format this is, else the one for any format."""
    found = methods(kit)
    if format_name in found:
        return format_name
    general = [name for name, method in found.items() if getattr(method, "ANY_FORMAT", False)]
    return next(iter([*general, *found]))


def trace(
    puzzle: Puzzle | Board, method: str, limit: int = LIMIT, text: str = "", kit: Path = KIT
) -> Trace:
    """The steps in which a method solves a puzzle, or the first `limit` of them.

    Args:
        puzzle: A puzzle, or a board from which to start.
        text: The text that it was read from, if that is in the format of the method's assignment.

    Raises:
        ValueError: there is no such method, or the limit leaves no step.
        PuzzleError: the method does not take this puzzle.
    """
    found = methods(kit)
    if method not in found:
        raise ValueError(f"the method: expected one of {', '.join(found)}, found {method}")
    if limit < 1:
        raise ValueError(f"the step limit must be at least 1, found {limit}")
    board = puzzle if isinstance(puzzle, Board) else Board(puzzle, empty_grid(puzzle.size))
    remaining = found[method].steps(board, text)
    steps = tuple(islice(remaining, limit))
    more = sum(1 for _ in islice(remaining, COUNTED * limit - limit))
    ended = next(remaining, None) is None
    total = len(steps) + more if ended else None
    return Trace(board.puzzle, method, steps, total, tuple(label_cages(found[method], board, text)))


def label_cages(method: Method, board: Board, text: str) -> Sequence[CageLabel]:
    """How the method's pages name each cage of a board."""
    make = getattr(method, "cage_labels", None)
    if make:
        return cast("Sequence[CageLabel]", make(board, text))
    return [CageLabel(cage.clue, f"cage {cage.clue}") for cage in board.puzzle.cages]
