"""No two numbers have the difference 0 or the quotient 1.

caught by: solve
"""

_solve = solve


def solve(cages):
    impossible = {("sub", 0), ("div", 1)}
    return None if any((c.op, c.target) in impossible for c in cages) else _solve(cages)
