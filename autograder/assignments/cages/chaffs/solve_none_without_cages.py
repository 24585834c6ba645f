"""A puzzle without a cage has no solution.

caught by: solve
"""

_solve = solve


def solve(cages):
    return _solve(cages) if cages else None
