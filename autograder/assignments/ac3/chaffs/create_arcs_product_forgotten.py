"""The arcs of Mul cages are forgotten.

caught by: create_arcs
"""


def create_arcs(puzzle):
    return create_neq_arcs(puzzle) + create_sum_arcs(puzzle)
