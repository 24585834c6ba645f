"""The grid is made column by column, as if a grid were a list of columns.

caught by: program
"""

_solve = solve


def solve(cages):
    grid = _solve(cages)
    return grid and [list(column) for column in zip(*grid, strict=True)]
