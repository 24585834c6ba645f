"""The grid is a list of columns instead of rows.

caught by: program
"""

_solve = solve


def solve(cages):
    grid = _solve(cages)
    return grid and [list(column) for column in zip(*grid, strict=True)]
