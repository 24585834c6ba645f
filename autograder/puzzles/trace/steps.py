"""Steps, traces, and what the cells of a board show after a step.

The content of a cell is a set of numbers in the bits of an integer: bit n stands for n. One number
is drawn large, as the number in the cell; several are drawn small, as its candidates. An empty
cell has the content 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from autograder.puzzles.model import LARGEST, Board, Cage, Cell, Grid, Puzzle, is_solution

Contents = tuple[int, ...]
"""The content of each cell, in reading order."""

GUESS = 1
"""The bit that marks the number in a cell as a guess."""

NOTE = 1 << (LARGEST + 1)
"""The bit that draws numbers small, even a single one."""

QUEUE_SHOWN = 40
"""The most entries of a queue that a step lists."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a method.

    Attributes:
        sentence: What happens, in a sentence or two.
        contents: What the board shows after the step.
        focus: The cells that the step is about.
        related: Other cells that matter for it, such as those that rule a number out.
        counts: The work so far, in the order of the method's COUNTS.
        line: The index of the line in the method's PSEUDOCODE.
        kind: One of the method's KINDS, or empty. Pages jump to the next step of a kind.
        queue: The first entries of the method's queue, at most QUEUE_SHOWN.
        queue_length: The number of all entries of the queue.
    """

    sentence: str
    contents: Contents
    focus: tuple[Cell, ...]
    related: tuple[Cell, ...]
    counts: tuple[int, ...]
    line: int = 0
    kind: str = ""
    queue: tuple[str, ...] = ()
    queue_length: int = 0


@dataclass(frozen=True, slots=True)
class CageLabel:
    """How a page names a cage.

    Attributes:
        corner: The text in the corner of the cage's first cell.
        name: The cage as a screen reader reads it; empty for a cell that belongs to no cage.
    """

    corner: str
    name: str


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps in which a method solves a puzzle, from the board as given.

    Attributes:
        method: The method's name, which is its assignment's.
        total: How many steps the method takes, of which `steps` may be only the first; None if
            there are too many to count.
        labels: A label for each cage, in the puzzle's order.
    """

    puzzle: Puzzle
    method: str
    steps: tuple[Step, ...]
    total: int | None
    labels: tuple[CageLabel, ...]

    @property
    def is_cut(self) -> bool:
        return self.total != len(self.steps)

    @property
    def solution(self) -> Grid | None:
        """The grid that the last step shows, if it is a solution."""
        size, contents = self.puzzle.size, self.steps[-1].contents
        numbers = [number_in(content) for content in contents]
        grid = tuple(tuple(numbers[row * size : (row + 1) * size]) for row in range(size))
        return grid if is_solution(self.puzzle, grid) else None


def bits(numbers: Iterable[int]) -> int:
    """The content of a cell with these candidates."""
    return sum(1 << number for number in numbers)


def numbers_in(content: int) -> list[int]:
    """The numbers of a content, in increasing order."""
    return [number for number in range(1, LARGEST + 1) if content >> number & 1]


def number_in(content: int) -> int:
    """The number in a cell, guessed or not; 0 if there is none."""
    numbers = numbers_in(content)
    return numbers[0] if len(numbers) == 1 and not content & NOTE else 0


def place(cell: Cell, size: int) -> int:
    """The index of a cell in reading order."""
    return cell[0] * size + cell[1]


def put(contents: Contents, cell: int, content: int) -> Contents:
    """A copy of the contents with another content at this index."""
    return (*contents[:cell], content, *contents[cell + 1 :])


def row_and_column(cell: Cell, size: int) -> list[Cell]:
    """The cells of the row and of the column of a cell, which itself is in both."""
    row, column = cell
    return [(row, other) for other in range(size)] + [(other, column) for other in range(size)]


def lines(size: int) -> Iterator[tuple[str, list[Cell]]]:
    """The name and the cells of each row and each column."""
    for i in range(size):
        yield f"row {i}", [(i, column) for column in range(size)]
        yield f"column {i}", [(row, i) for row in range(size)]


def repeated(numbers: Mapping[Cell, int], size: int) -> tuple[str, tuple[Cell, Cell]] | None:
    """The first row or column that holds a number twice, as `row 0 holds 2 twice`; 0 is empty."""
    for name, line in lines(size):
        cell_of: dict[int, Cell] = {}
        for cell in line:
            number = numbers.get(cell)
            if number in cell_of:
                return f"{name} holds {number} twice", (cell_of[number], cell)
            if number:
                cell_of[number] = cell
    return None


def given_numbers(board: Board) -> dict[Cell, int]:
    """The number of each cell that is filled in."""
    return {
        (row, column): number
        for row, numbers in enumerate(board.grid)
        for column, number in enumerate(numbers)
        if number
    }


def letter_labels(cages: Iterable[Cage], letters: Iterable[str], noun: str) -> list[CageLabel]:
    """Labels that name cages by letters: `a 6*` in the corner, `cage a, 6*` in speech."""
    return [
        CageLabel(f"{letter} {cage.clue}", f"{noun} {letter}, {cage.clue}")
        if letter
        else CageLabel("", "")
        for cage, letter in zip(cages, letters, strict=True)
    ]
