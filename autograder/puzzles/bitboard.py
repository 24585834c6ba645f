"""Bitboards: the candidates of all cells of a grid in one integer.

Bit `cell * size + number - 1` is set if the number is a candidate of the cell; cells are numbered
in reading order. One operation on such an integer acts on all cells at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from autograder.puzzles.model import Grid

Choice = tuple[int, int, int]
"""A number for a cell, its bit, and the mask of the candidates that remain once it is placed."""


@dataclass(frozen=True, slots=True)
class Masks:
    """The masks for bitboards of one size.

    Attributes:
        numbers: All candidates of the first cell.
        everything: All candidates of all cells.
        cells: All candidates of each cell.
        choices: The choices of each cell, by number.
        row: All candidates of the first row.
        first_column: All candidates of the first column.
        row_repeat: Multiplied with it, a mask of the first row is repeated in every row.
        column_repeat: Multiplied with it, a mask of the first column is repeated in every column.
        ones: The number 1 in each cell.
    """

    size: int
    numbers: int
    everything: int
    cells: tuple[int, ...]
    choices: tuple[tuple[Choice, ...], ...]
    row: int
    first_column: int
    row_repeat: int
    column_repeat: int
    ones: int

    def hidden_singles(self, candidates: int) -> int:
        """Apply hidden singles in every row and column; 0 if a line has no cell for a number."""
        size = self.size
        once = twice = 0
        for start in range(0, size**3, size * size):
            row = candidates >> start & self.row
            twice |= once & row
            once |= row
        if once != self.row:
            return 0
        singles = (once & ~twice) * self.row_repeat
        once = twice = 0
        for start in range(0, size * size, size):
            column = candidates >> start & self.first_column
            twice |= once & column
            once |= column
        if once != self.first_column:
            return 0
        singles = (singles | (once & ~twice) * self.column_repeat) & candidates
        return candidates & (singles | ~self.whole_cells(singles))

    def whole_cells(self, candidates: int) -> int:
        """Return the mask of all cells that have one of these candidates."""
        cells = 0
        for number in range(self.size):
            cells |= candidates >> number & self.ones
        return cells * self.numbers

    def candidates_with(self, givens: Grid) -> int:
        """Return the candidates that remain once the numbers of a grid are placed."""
        candidates = self.everything
        numbers = (number for row in givens for number in row)
        for number, choices in zip(numbers, self.choices, strict=True):
            if number:
                candidates &= choices[number - 1][2]
        return candidates

    def counts(self, candidates: int) -> list[int]:
        """Return the number of candidates of each cell."""
        numbers = self.numbers
        starts = range(0, self.size**3, self.size)
        return [(candidates >> start & numbers).bit_count() for start in starts]

    def grid(self, candidates: int) -> Grid:
        """Return the numbers of cells with a single candidate, 0 for the others."""
        row = []
        for start in range(0, self.size**3, self.size):
            numbers = candidates >> start & self.numbers
            row.append(0 if numbers & (numbers - 1) else numbers.bit_length())
        return tuple(tuple(row[i : i + self.size]) for i in range(0, len(row), self.size))


@lru_cache
def masks_of(size: int) -> Masks:
    numbers = (1 << size) - 1
    everything = (1 << size**3) - 1
    ones = everything // numbers
    row_repeat = sum(1 << row * size * size for row in range(size))
    column_repeat = sum(1 << column * size for column in range(size))
    cells = tuple(numbers << cell * size for cell in range(size * size))
    choices = []
    for cell, cell_mask in enumerate(cells):
        row, column = divmod(cell, size)
        lines = column_repeat << row * size * size | row_repeat << column * size
        options = []
        for number in range(1, size + 1):
            bit = 1 << cell * size + number - 1
            removed = cell_mask | lines << number - 1
            options.append((number, bit, everything & ~removed | bit))
        choices.append(tuple(options))
    return Masks(
        size=size,
        numbers=numbers,
        everything=everything,
        cells=cells,
        choices=tuple(choices),
        row=(1 << size * size) - 1,
        first_column=numbers * row_repeat,
        row_repeat=row_repeat,
        column_repeat=column_repeat,
        ones=ones,
    )
