"""The arcs are collected in a list that is kept between calls.

caught by: arcs
"""

_create = create_sum_arcs
_arcs = []


def create_sum_arcs(puzzle):
    _arcs.extend(_create(puzzle))
    return list(_arcs)
