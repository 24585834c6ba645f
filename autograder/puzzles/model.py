"""The model of a puzzle: cells, cages, grids and boards.

A cell is a pair (row, column), both counted from 0, rows from the top. A grid is a tuple of rows,
each a tuple of numbers, where 0 is an empty cell.

Whether the numbers and cells of an object fit together is checked when it is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

Cell = tuple[int, int]
Grid = tuple[tuple[int, ...], ...]

OPERATIONS = "+-*/="
LARGEST = 16
"""The largest size of a puzzle. Other generators and newspapers end at 9."""


class PuzzleError(ValueError):
    """An invalid puzzle or argument; the message is one line.

    Attributes:
        cage: The index of the invalid cage in the given sequence, if one cage is at fault.
    """

    def __init__(self, message: str, cage: int | None = None) -> None:
        super().__init__(message)
        self.cage = cage


@dataclass(frozen=True, slots=True)
class Cage:
    """Cells whose numbers give `target` under `operation`, one of + - * / and =.

    - and / take two cells in any order, and / leaves no remainder. Cells are sorted in reading
    order, so equal cages compare equal.

    Raises:
        PuzzleError: no puzzle of any size can hold the cage.
    """

    operation: str
    target: int
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))
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
        self._check_connected()

    def _check_connected(self) -> None:
        for cell, following in zip(self.cells, self.cells[1:], strict=False):
            if cell == following:
                raise PuzzleError(f"{self}: the cell {cell} occurs twice")
        reached = [self.cells[0]]
        remaining = set(self.cells[1:])
        for cell in reached:
            adjacent = remaining.intersection(neighbours(cell))
            reached += sorted(adjacent)
            remaining -= adjacent
        if remaining:
            other = min(remaining)
            raise PuzzleError(f"{self}: the cell {other} is not connected to the first")

    def __str__(self) -> str:
        return f"the cage {self.clue} at {self.cells[0]}"

    @property
    def clue(self) -> str:
        """The clue in the cage's corner: `12+`, or the number alone for a given cell."""
        return str(self.target) + self.operation.replace("=", "")

    def allows(self, numbers: Iterable[int]) -> bool:
        """Return whether these numbers, one for each cell, give the target."""
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
    """Return the target under each operation that a cage with these numbers can have."""
    if len(numbers) == 1:
        return {"=": numbers[0]}
    by_operation = {"+": sum(numbers), "*": prod(numbers)}
    if len(numbers) == 2:
        low, high = sorted(numbers)
        if low < high:
            by_operation["-"] = high - low
        if high % low == 0:
            by_operation["/"] = high // low
    return by_operation


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Cages that cover a grid of `size` rows and columns, each cell once.

    A solution holds the numbers 1 to `size` once in each row and column. Cages are sorted by their
    first cells.

    Raises:
        PuzzleError: the size is not from 1 to `LARGEST`, the cages do not cover the grid, or no
            numbers can give a cage's target.
    """

    size: int
    cages: tuple[Cage, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.size <= LARGEST:
            raise PuzzleError(f"size: expected 1 to {LARGEST}, found {self.size}")
        cage_of: dict[Cell, Cage] = {}
        for index, cage in enumerate(self.cages):
            for cell in cage.cells:
                if min(cell) < 0 or max(cell) >= self.size:
                    raise PuzzleError(f"{cage}: the cell {cell} is outside the grid", index)
                if cell in cage_of:
                    other = cage_of[cell]
                    raise PuzzleError(f"{cage}: the cell {cell} is in {other}, too", index)
                cage_of[cell] = cage
            _check_target(cage, self.size, index)
        for cell in cells_of(self.size):
            if cell not in cage_of:
                raise PuzzleError(f"the cell {cell} is in no cage")
        object.__setattr__(self, "cages", tuple(sorted(self.cages, key=lambda cage: cage.cells)))


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle and the numbers filled in so far.

    Attributes:
        letters: The cages by their letters in the text that the puzzle was read from, in the order
            in which it lists them; empty if it names none.

    Raises:
        PuzzleError: the grid does not fit the puzzle's size.
    """

    puzzle: Puzzle
    grid: Grid
    letters: Mapping[str, Cage] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        size = self.puzzle.size
        if [len(row) for row in self.grid] != [size] * size:
            raise PuzzleError(f"the grid must have {size} rows and columns, as its puzzle has")
        for row, column in cells_of(size):
            number = self.grid[row][column]
            if not 0 <= number <= size:
                raise PuzzleError(f"the cell {(row, column)}: expected 0 to {size}, found {number}")


def cells_of(size: int) -> list[Cell]:
    """Return all cells of a grid in reading order."""
    return [(row, column) for row in range(size) for column in range(size)]


def neighbours(cell: Cell) -> list[Cell]:
    """Return the cells that share a side with a cell, in reading order; some may be outside."""
    row, column = cell
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]


def indices(cells: Iterable[Cell], size: int) -> tuple[int, ...]:
    """Return the positions of cells in `cells_of`."""
    return tuple(row * size + column for row, column in cells)


def empty_grid(size: int) -> Grid:
    return ((0,) * size,) * size


def is_solution(puzzle: Puzzle, grid: Grid) -> bool:
    """Return whether the grid satisfies all rows, columns and cages."""
    numbers = list(range(1, puzzle.size + 1))
    if [len(row) for row in grid] != [puzzle.size] * puzzle.size:
        return False
    lines = [*grid, *zip(*grid, strict=True)]
    return all(sorted(line) == numbers for line in lines) and all(
        cage.allows(grid[row][column] for row, column in cage.cells) for cage in puzzle.cages
    )


def _check_target(cage: Cage, size: int, index: int) -> None:
    """Check the target by the number of cells alone; their lines are not considered."""
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
        raise PuzzleError(f"{cage}: the target is out of reach, {reached}", index)
    if cage.operation == "*":
        rest = cage.target
        for factor in range(2, size + 1):
            while rest % factor == 0:
                rest //= factor
        if rest > 1:
            reason = f"{cage.target} is not a product of numbers from 1 to {size}"
            raise PuzzleError(f"{cage}: the target is out of reach, {reason}", index)
