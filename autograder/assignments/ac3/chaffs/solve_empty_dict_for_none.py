"""An empty dict is returned when there is no solution.

caught by: solve
"""

_solve_kenken = solve_kenken


def solve_kenken(puzzle, domains):
    return _solve_kenken(puzzle, domains) or {}
