"""Grids that only hidden tests use."""

import boards
from boards import SOLVED
from provided import Cage

# SOLVED with its last two rows swapped: all rows and columns are right, some cages are not.
EXCHANGED = [*SOLVED[:4], SOLVED[5], SOLVED[4]]

# If two adjacent rows are not given, they can only be these two rows in either order: a number in
# one column determines the number in the next.
ROWS = [
    [1, 2, 3, 4, 5, 6],
    [2, 3, 4, 5, 6, 1],
    [3, 4, 5, 6, 1, 2],
    [4, 5, 6, 1, 2, 3],
    [5, 6, 1, 2, 3, 4],
    [6, 1, 2, 3, 4, 5],
]


def singles(grid, without=()):
    """Return a single-cell cage for each cell of a grid, except in the rows `without`."""
    return [
        Cage("id", number, ((y, x),))
        for y, row in enumerate(grid)
        for x, number in enumerate(row)
        if y not in without
    ]


def give_values(monkeypatch, grid, cage):
    """Let the functions before check_constraint return what they should for this cage."""
    boards.give_values(monkeypatch, cage.cells, [grid[y][x] for y, x in cage.cells])
