"""Sub 0 and Div 1 have no solution.

caught by: solve_kenken
"""

_solve = solve_kenken


def solve_kenken(puzzle, domains):
    if any((c.kind, c.target) in (("Sub", 0), ("Div", 1)) for c in puzzle.cages):
        return None
    return _solve(puzzle, domains)
