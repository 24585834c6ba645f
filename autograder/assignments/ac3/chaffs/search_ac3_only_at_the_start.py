"""AC-3 runs once, and after that values are only checked for consistency.

caught by: search
"""


def solve_kenken(puzzle, domains):
    reduced = ac3(create_arcs(puzzle), domains)
    return None if reduced is None else _try_values(puzzle, reduced)


def _try_values(puzzle, domains):
    if is_complete(domains):
        return domains if consistent(puzzle, domains) else None
    position = select_variable(domains)
    for value in domains[position]:
        assigned = assign_value(domains, position, value)
        if consistent(puzzle, assigned):
            solution = _try_values(puzzle, assigned)
            if solution is not None:
                return solution
    return None
