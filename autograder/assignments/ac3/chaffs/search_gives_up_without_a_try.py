"""What AC-3 leaves open is taken for a puzzle without a solution.

caught by: search
"""


def solve_kenken(puzzle, domains):
    reduced = ac3(create_arcs(puzzle), domains)
    solved = reduced is not None and is_complete(reduced) and consistent(puzzle, reduced)
    return reduced if solved else None
