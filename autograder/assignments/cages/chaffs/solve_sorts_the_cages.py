"""The list of cages that was passed is sorted in place.

caught by: solve
"""

_solve = solve


def solve(cages):
    cages.sort(key=lambda cage: len(cage.cells))
    return _solve(cages)
