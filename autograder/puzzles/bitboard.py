"""A square of candidates in one integer, as the solver and the rater work on it.

Bit `cell * size + number - 1` says that the number may still stand in the cell; cells count in
reading order. One operation on such an integer is an operation on all cells at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from autograder.puzzles.model import Grid

Choice = tuple[int, int, int]
"""A number for a cell, its bit, and the candidates of the whole square that go with it."""


@dataclass(frozen=True, slots=True)
class Square:
    """The masks of a square of this size."""

    size: int
    numbers: int
    everything: int
    cells: tuple[int, ...]
    choices: tuple[tuple[Choice, ...], ...]
    row: int
    first_column: int
    to_every_row: int
    to_every_column: int
    ones: int

    def hidden_singles(self, candidates: int) -> int:
        """The candidates without those that stand beside a line's only place for a number.

        0 if a line has no place for some number.
        """
        size = self.size
        once = twice = 0
        for start in range(0, size**3, size * size):
            row = candidates >> start & self.row
            twice |= once & row
            once |= row
        if once != self.row:
            return 0
        only = (once & ~twice) * self.to_every_row
        once = twice = 0
        for start in range(0, size * size, size):
            column = candidates >> start & self.first_column
            twice |= once & column
            once |= column
        if once != self.first_column:
            return 0
        only = (only | (once & ~twice) * self.to_every_column) & candidates
        return candidates & (only | ~self.filled(only))

    def filled(self, candidates: int) -> int:
        """Every candidate of the cells that have one of these."""
        cells = 0
        for number in range(self.size):
            cells |= candidates >> number & self.ones
        return cells * self.numbers

    def beside(self, grid: Grid) -> int:
        """The candidates that the numbers of a grid leave."""
        candidates = self.everything
        numbers = (number for row in grid for number in row)
        for number, choices in zip(numbers, self.choices, strict=True):
            if number:
                candidates &= choices[number - 1][2]
        return candidates

    def counts(self, candidates: int) -> list[int]:
        """How many candidates each cell has."""
        numbers = self.numbers
        starts = range(0, self.size**3, self.size)
        return [(candidates >> start & numbers).bit_count() for start in starts]

    def grid(self, candidates: int) -> Grid:
        """The numbers of cells that have one candidate, 0 for others."""
        row = []
        for start in range(0, self.size**3, self.size):
            numbers = candidates >> start & self.numbers
            row.append(0 if numbers & (numbers - 1) else numbers.bit_length())
        return tuple(tuple(row[i : i + self.size]) for i in range(0, len(row), self.size))


@lru_cache
def square(size: int) -> Square:
    numbers = (1 << size) - 1
    everything = (1 << size**3) - 1
    ones = everything // numbers
    to_every_row = sum(1 << row * size * size for row in range(size))
    to_every_column = sum(1 << column * size for column in range(size))
    cells = tuple(numbers << cell * size for cell in range(size * size))
    choices = []
    for cell, own in enumerate(cells):
        row, column = divmod(cell, size)
        line = to_every_column << row * size * size | to_every_row << column * size
        options = []
        for number in range(1, size + 1):
            bit = 1 << cell * size + number - 1
            gone = own | line << number - 1
            options.append((number, bit, everything & ~gone | bit))
        choices.append(tuple(options))
    return Square(
        size=size,
        numbers=numbers,
        everything=everything,
        cells=cells,
        choices=tuple(choices),
        row=(1 << size * size) - 1,
        first_column=numbers * to_every_row,
        to_every_row=to_every_row,
        to_every_column=to_every_column,
        ones=ones,
    )
