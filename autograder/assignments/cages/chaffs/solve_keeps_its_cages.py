"""The cages of earlier calls still hold.

caught by: solve
"""

_solve = solve


_earlier = []


def solve(cages):
    _earlier.extend(cages)
    return _solve(_earlier)
