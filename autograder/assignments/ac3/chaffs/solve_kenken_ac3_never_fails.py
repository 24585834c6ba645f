"""The case that AC-3 returns None is not handled.

caught by: solve_kenken
"""


def solve_kenken(puzzle, domains):
    reduced = ac3(create_arcs(puzzle), domains)
    if is_complete(reduced):
        return reduced if consistent(puzzle, reduced) else None
    position = select_variable(reduced)
    for value in reduced[position]:
        assigned = assign_value(reduced, position, value)
        if consistent(puzzle, assigned):
            solution = solve_kenken(puzzle, assigned)
            if solution is not None:
                return solution
    return None
