"""After a puzzle without a solution no other one is solved.

caught by: solve
"""

_solve = solve


_failed = []


def solve(cages):
    solution = None if _failed else _solve(cages)
    _failed.extend([True] * (solution is None))
    return solution
