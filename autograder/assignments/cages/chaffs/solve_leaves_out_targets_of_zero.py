"""A cage with the target 0 is left out.

caught by: solve
"""

_solve = solve


def solve(cages):
    return _solve([c for c in cages if c.target])
