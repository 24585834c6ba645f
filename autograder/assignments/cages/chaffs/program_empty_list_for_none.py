"""No solution is an empty list, which prints as an empty line.

caught by: program
"""

_solve = solve


def solve(cages):
    return _solve(cages) or []
