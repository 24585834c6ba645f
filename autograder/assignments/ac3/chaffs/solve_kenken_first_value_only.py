"""Only the first consistent value is tried.

caught by: solve_kenken
"""


def solve_kenken(puzzle, domains):
    reduced = ac3(create_arcs(puzzle), domains)
    if reduced is None:
        return None
    if is_complete(reduced):
        return reduced if consistent(puzzle, reduced) else None
    position = select_variable(reduced)
    for value in reduced[position]:
        assigned = assign_value(reduced, position, value)
        if consistent(puzzle, assigned):
            return solve_kenken(puzzle, assigned)
    return None
