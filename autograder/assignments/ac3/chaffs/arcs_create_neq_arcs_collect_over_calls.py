"""The arcs are collected in a list that is kept between calls.

caught by: arcs
"""

_create = create_neq_arcs
_arcs = []


def create_neq_arcs(puzzle):
    _arcs.extend(_create(puzzle))
    return list(_arcs)
