"""A position with an empty domain still needs a value.

caught by: solve_kenken
"""


def solve_kenken(puzzle, domains):
    arcs = create_arcs(puzzle)
    reduced = ac3(arcs, domains) if arcs else domains
    if reduced is None:
        return None
    if is_complete(reduced):
        return copy_domains(reduced) if consistent(puzzle, reduced) else None
    position = min((p for p in reduced if len(reduced[p]) > 1), key=lambda p: len(reduced[p]))
    for value in reduced[position]:
        assigned = assign_value(reduced, position, value)
        if consistent(puzzle, assigned) and (found := solve_kenken(puzzle, assigned)):
            return found
    return None
