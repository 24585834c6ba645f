"""Traces: how a method, the `trace.py` of an assignment, solves a puzzle step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Protocol, cast

from autograder.puzzles.discovery import assignment_modules
from autograder.puzzles.model import Board, Grid, Puzzle, empty_grid, is_solution
from autograder.puzzles.trace.steps import CageLabel, Step, grid_of
from autograder.text_files import KIT, AssignmentError

LIMIT = 20_000
"""How many steps of a trace are kept."""


class Method(Protocol):
    """The `trace.py` of an assignment: how its algorithm solves a puzzle, step by step.

    docs/puzzles.md says what its names mean, and which others it may define.
    """

    TITLE: str
    ABOUT: str
    COUNTS: tuple[str, ...]
    KINDS: tuple[str, ...]
    PSEUDOCODE: tuple[str, ...]

    def steps(self, board: Board) -> Iterator[Step]:
        """Yield the steps that solve a board, from the board as given to the end.

        Raises:
            PuzzleError: the method does not take this board.
        """


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps in which a method solves a puzzle, from the board as given.

    Attributes:
        is_cut: Are there more steps than these?
        labels: A label for each cage, in the puzzle's order.
    """

    puzzle: Puzzle
    method: Method
    steps: tuple[Step, ...]
    is_cut: bool
    labels: tuple[CageLabel, ...]

    @property
    def solution(self) -> Grid | None:
        """The grid that the last step shows, if it is a solution."""
        grid = grid_of(self.steps[-1].contents)
        return grid if is_solution(self.puzzle, grid) else None


@cache
def methods(kit: Path = KIT) -> dict[str, Method]:
    """The methods of a kit's assignments, by name.

    Raises:
        AssignmentError: a `trace.py` cannot be loaded or is incomplete.
    """
    modules = assignment_modules("trace.py", kit)
    for module in modules.values():
        for name in (*Method.__annotations__, "steps"):
            if not hasattr(module, name):
                raise AssignmentError(f"{module.__file__}: expected {name}, found none")
    return cast("dict[str, Method]", modules)


def default_method(format_name: str, kit: Path = KIT) -> str:
    """The method of the assignment whose format this is, else the one for any format."""
    found = methods(kit)
    if format_name in found:
        return format_name
    general = [name for name, method in found.items() if getattr(method, "ANY_FORMAT", False)]
    return next(iter([*general, *found]))


def trace(puzzle: Puzzle | Board, method: str, limit: int = LIMIT, kit: Path = KIT) -> Trace:
    """The steps in which the method of this name solves a puzzle, or the first `limit` of them.

    Args:
        puzzle: A puzzle, or a board from which to start.

    Raises:
        PuzzleError: the method does not take this puzzle.
    """
    board = puzzle if isinstance(puzzle, Board) else Board(puzzle, empty_grid(puzzle.size))
    chosen = methods(kit)[method]
    steps = tuple(islice(chosen.steps(board), limit + 1))
    labels = tuple(label_cages(chosen, board))
    return Trace(board.puzzle, chosen, steps[:limit], len(steps) > limit, labels)


def label_cages(method: Method, board: Board) -> Sequence[CageLabel]:
    """How the method's pages name each cage of a board."""
    make = getattr(method, "cage_labels", None)
    if make:
        return cast("Sequence[CageLabel]", make(board))
    return [CageLabel(cage.clue, f"cage {cage.clue}") for cage in board.puzzle.cages]
