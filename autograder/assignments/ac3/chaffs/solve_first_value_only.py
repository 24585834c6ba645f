"""The first consistent value is kept, even if it leads to no solution.

caught by: solve
"""


def solve_kenken(puzzle, domains):
    reduced = ac3(create_arcs(puzzle), domains)
    while reduced is not None and not is_complete(reduced):
        position = select_variable(reduced)
        tries = [assign_value(reduced, position, value) for value in reduced[position]]
        good = [domains for domains in tries if consistent(puzzle, domains)]
        reduced = ac3(create_arcs(puzzle), good[0]) if good else None
    return reduced if reduced and consistent(puzzle, reduced) else None
