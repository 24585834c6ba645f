"""Completeness is checked only before AC-3; where AC-3 completes it, nothing can be selected.

caught by: solve_kenken
"""


def solve_kenken(puzzle, domains):
    if is_complete(domains):
        return domains
    reduced = ac3(create_arcs(puzzle), domains)
    if reduced is None:
        return None
    position = select_variable(reduced)
    for value in reduced[position]:
        assigned = assign_value(reduced, position, value)
        if consistent(puzzle, assigned):
            solution = solve_kenken(puzzle, assigned)
            if solution is not None:
                return solution
    return None
