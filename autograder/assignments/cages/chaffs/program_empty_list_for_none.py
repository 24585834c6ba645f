"""An empty list stands for no solution, and is printed as an empty line.

caught by: program
"""

_solve = solve


def solve(cages):
    return _solve(cages) or []
