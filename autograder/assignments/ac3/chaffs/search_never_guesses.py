"""A puzzle that AC-3 does not complete has no solution.

caught by: search
"""


def solve_kenken(puzzle, domains):
    reduced = ac3(create_arcs(puzzle), domains)
    solved = reduced is not None and is_complete(reduced) and consistent(puzzle, reduced)
    return reduced if solved else None
