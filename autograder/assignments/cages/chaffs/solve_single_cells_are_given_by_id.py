"""Only id gives the number of a single cell; add and mult with one cell are ignored.

caught by: solve
"""

_solve = solve


def solve(cages):
    return _solve([c for c in cages if len(c.cells) > 1 or c.op == "id"])
