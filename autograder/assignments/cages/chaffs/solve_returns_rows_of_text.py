"""The rows are returned as text.

caught by: solve
"""

_solve = solve


def solve(cages):
    grid = _solve(cages)
    return grid and ["".join(map(str, row)) for row in grid]
