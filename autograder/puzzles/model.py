"""A puzzle: a square of cells, cut into cages, and the numbers that may stand in it.

A cell is a pair (row, column), both counted from 0, rows from the top. A grid is a tuple of rows,
each a tuple of numbers, 0 where nothing is filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

Cell = tuple[int, int]
Grid = tuple[tuple[int, ...], ...]

OPERATIONS = "+-*/="
LARGEST = 16
"""The largest size of a puzzle. Peers' generators and newspapers end at 9."""


class PuzzleError(ValueError):
    """What is wrong with a puzzle, in one line.

    Attributes:
        cage: The place of the cage that is at fault in the list that was given, where one is.
    """

    def __init__(self, message: str, cage: int | None = None) -> None:
        super().__init__(message)
        self.cage = cage


@dataclass(frozen=True, slots=True)
class Cage:
    """Cells whose numbers give `target` under `operation`, one of + - * / and =.

    The order of - and / does not matter, and / leaves no remainder. Cells are kept in reading
    order, so cages that mean the same are equal.

    Raises:
        PuzzleError: it can be no cage, whatever the size of its puzzle.
    """

    operation: str
    target: int
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "cells", tuple(sorted((row, column) for row, column in self.cells))
        )
        if not self.cells:
            raise PuzzleError("a cage needs a cell")
        if self.operation not in tuple(OPERATIONS):
            raise PuzzleError(f"{self}: expected one of + - * / =, found {self.operation}")
        if self.target < 1:
            raise PuzzleError(f"{self}: the target must be at least 1, found {self.target}")
        arity = {"-": 2, "/": 2, "=": 1}.get(self.operation, len(self.cells))
        if len(self.cells) != arity:
            cells = "one cell" if arity == 1 else "two cells"
            raise PuzzleError(f"{self}: {self.operation} takes {cells}, found {len(self.cells)}")
        self._check_cells()

    def _check_cells(self) -> None:
        for cell, following in zip(self.cells, self.cells[1:], strict=False):
            if cell == following:
                raise PuzzleError(f"{self}: the cell {cell} is there twice")
        reached = [self.cells[0]]
        left = set(self.cells[1:])
        for row, column in reached:
            near = {(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)}
            reached += sorted(near & left)
            left -= near
        if left:
            raise PuzzleError(f"{self}: the cell {min(left)} is not connected to the first")

    def __str__(self) -> str:
        return f"the cage {self.clue} at {self.cells[0]}"

    @property
    def clue(self) -> str:
        """What stands in the cage's corner: `12+`, or the number alone where it is given."""
        return str(self.target) + self.operation.replace("=", "")

    def allows(self, numbers: Iterable[int]) -> bool:
        """Do these numbers, one for each cell, give the target?"""
        values = sorted(numbers)
        match self.operation:
            case "*":
                return prod(values) == self.target
            case "-":
                return values[1] - values[0] == self.target
            case "/":
                return values[1] == values[0] * self.target
            case _:
                return sum(values) == self.target


def targets(numbers: Sequence[int]) -> dict[str, int]:
    """What each operation that a cage with these numbers can have makes of them."""
    if len(numbers) == 1:
        return {"=": numbers[0]}
    found = {"+": sum(numbers), "*": prod(numbers)}
    if len(numbers) == 2:
        low, high = sorted(numbers)
        if low < high:
            found["-"] = high - low
        if high % low == 0:
            found["/"] = high // low
    return found


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Cages that cover a square of `size` rows and columns, each cell once.

    In a solution no row and no column holds a number of 1 to `size` twice. Cages are kept in the
    order of their first cells.

    Raises:
        PuzzleError: the cages do not cover the square, or one can have no numbers.
    """

    size: int
    cages: tuple[Cage, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.size <= LARGEST:
            raise PuzzleError(f"the size must be from 1 to {LARGEST}, found {self.size}")
        cage_of: dict[Cell, Cage] = {}
        for place, cage in enumerate(self.cages):
            for row, column in cage.cells:
                cell = (row, column)
                if not (0 <= row < self.size and 0 <= column < self.size):
                    raise PuzzleError(f"{cage}: the cell {cell} is outside of the square", place)
                if cell in cage_of:
                    other = cage_of[cell]
                    raise PuzzleError(f"{cage}: the cell {cell} is in {other}, too", place)
                cage_of[cell] = cage
            _check_target(cage, self.size, place)
        for cell in cells_of(self.size):
            if cell not in cage_of:
                raise PuzzleError(f"the cell {cell} is in no cage")
        in_order = sorted(self.cages, key=lambda cage: cage.cells)
        object.__setattr__(self, "cages", tuple(in_order))


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle and the numbers that are filled in so far.

    Raises:
        PuzzleError: the grid is not one of this puzzle's size and numbers.
    """

    puzzle: Puzzle
    grid: Grid

    def __post_init__(self) -> None:
        object.__setattr__(self, "grid", tuple(tuple(row) for row in self.grid))
        size = self.puzzle.size
        if len(self.grid) != size or any(len(row) != size for row in self.grid):
            raise PuzzleError(f"the grid must have {size} rows and columns, as its puzzle has")
        for row, column in cells_of(size):
            number = self.grid[row][column]
            if not 0 <= number <= size:
                cell = (row, column)
                raise PuzzleError(f"the cell {cell}: expected 0 to {size}, found {number}")


def cells_of(size: int) -> list[Cell]:
    """All cells of a square, in reading order."""
    return [(row, column) for row in range(size) for column in range(size)]


def empty_grid(size: int) -> Grid:
    """A grid in which nothing is filled in."""
    return ((0,) * size,) * size


def is_solution(puzzle: Puzzle, grid: Grid) -> bool:
    """Does the grid hold what rows, columns and cages ask for?"""
    numbers = list(range(1, puzzle.size + 1))
    if [len(row) for row in grid] != [puzzle.size] * puzzle.size:
        return False
    lines = [*grid, *zip(*grid, strict=True)]
    return all(sorted(line) == numbers for line in lines) and all(
        cage.allows(grid[row][column] for row, column in cage.cells) for cage in puzzle.cages
    )


def _check_target(cage: Cage, size: int, place: int) -> None:
    """Only what follows from the number of cells, not from where they lie."""
    count = len(cage.cells)
    low, high = {
        "+": (count, count * size),
        "*": (1, size**count),
        "-": (1, size - 1),
        "/": (1, size),
        "=": (1, size),
    }[cage.operation]
    if not low <= cage.target <= high:
        cells = "one cell" if count == 1 else f"{count} cells"
        reach = f"{low} to {high}" if low <= high else "nothing"
        reached = f"{cage.operation} on {cells} of 1 to {size} reaches {reach}"
        raise PuzzleError(f"{cage}: the target is out of reach, {reached}", place)
    if cage.operation == "*":
        rest = cage.target
        for factor in range(2, size + 1):
            while rest % factor == 0:
                rest //= factor
        if rest > 1:
            reason = f"{cage.target} is no product of numbers of 1 to {size}"
            raise PuzzleError(f"{cage}: the target is out of reach, {reason}", place)
