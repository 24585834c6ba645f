"""There are no arcs for Mul cages.

caught by: arcs
"""


def create_arcs(puzzle):
    return create_neq_arcs(puzzle) + create_sum_arcs(puzzle)
