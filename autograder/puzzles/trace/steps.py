"""What a trace is made of: steps, each with all that the board shows.

What a cell shows is a set of numbers in the bits of one number: bit n stands for n. One number
stands large, as what the cell holds, several stand small, as what it may hold. A cell that shows 0
is empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from autograder.puzzles.model import LARGEST, Cell, Grid, Puzzle, is_solution

Contents = tuple[int, ...]
"""What the cells show, in reading order."""

GUESS = 1
"""The bit that makes the number in a cell a guess."""

NOTE = 1 << (LARGEST + 1)
"""The bit that makes numbers stand small, be it only one."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a method.

    Attributes:
        says: What happens, in a sentence or two.
        contents: What the board shows after it.
        at: The cells that it is about.
        looked: Other cells that it looks at, such as those that rule a number out.
        counts: The work so far, in the order of the method's names for it.
    """

    says: str
    contents: Contents
    at: tuple[Cell, ...]
    looked: tuple[Cell, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps in which a method solves a puzzle, the first of them its start.

    Attributes:
        method: The method's name in METHODS.
        total: How many steps the method takes, of which `steps` may be only the first; None if
            there are too many to count.
    """

    puzzle: Puzzle
    method: str
    steps: tuple[Step, ...]
    total: int | None

    @property
    def is_cut(self) -> bool:
        return self.total != len(self.steps)

    @property
    def solution(self) -> Grid | None:
        """What the last step shows, if it is a solution."""
        size, contents = self.puzzle.size, self.steps[-1].contents
        numbers = [number_in(content) for content in contents]
        grid = tuple(tuple(numbers[row * size : (row + 1) * size]) for row in range(size))
        return grid if is_solution(self.puzzle, grid) else None


def bits(numbers: Iterable[int]) -> int:
    """What a cell shows that may hold these numbers."""
    return sum(1 << number for number in numbers)


def numbers_in(content: int) -> list[int]:
    """The numbers that a cell shows, in increasing order."""
    return [number for number in range(1, LARGEST + 1) if content >> number & 1]


def number_in(content: int) -> int:
    """The number that a cell holds, as a guess or for good; 0 if it holds none."""
    numbers = numbers_in(content)
    return numbers[0] if len(numbers) == 1 and not content & NOTE else 0


def place(cell: Cell, size: int) -> int:
    """Where a cell stands in reading order."""
    return cell[0] * size + cell[1]


def put(contents: Contents, cell: int, content: int) -> Contents:
    """The contents with another content in the cell at this place."""
    return (*contents[:cell], content, *contents[cell + 1 :])
