"""The search starts with all values, whatever the domains are.

caught by: solve_kenken
"""


def solve_kenken(puzzle, domains):
    reduced = ac3(
        create_arcs(puzzle),
        domains
        if is_singleton(domains[0, 0])
        else {p: list(range(1, puzzle.size + 1)) for p in domains},
    )
    if reduced is None:
        return None
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
