"""The cages are put in an order of their own, in the list that was given.

caught by: solve
"""

_solve = solve


def solve(cages):
    cages.sort(key=lambda cage: len(cage.cells))
    return _solve(cages)
