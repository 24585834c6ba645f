"""The first solution is returned for every puzzle.

caught by: solve_kenken
"""

_solve = solve_kenken
_found = []


def solve_kenken(puzzle, domains):
    if not _found and (solution := _solve(puzzle, domains)):
        _found.append(solution)
    return _found[0] if _found else None
