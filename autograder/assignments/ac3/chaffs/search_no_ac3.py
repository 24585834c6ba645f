"""Values are tried without AC-3.

caught by: search
"""


def solve_kenken(puzzle, domains):
    if is_complete(domains):
        return domains if consistent(puzzle, domains) else None
    position = select_variable(domains)
    for value in domains[position]:
        assigned = assign_value(domains, position, value)
        if consistent(puzzle, assigned):
            solution = solve_kenken(puzzle, assigned)
            if solution is not None:
                return solution
    return None
