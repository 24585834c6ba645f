"""The arcs of the first puzzle are used for all others.

caught by: solve_kenken
"""

_solve = solve_kenken
_create = create_arcs
_arcs = []


def create_arcs(puzzle):
    if not _arcs:
        _arcs.extend(_create(puzzle))
    return list(_arcs)
