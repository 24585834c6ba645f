"""Two positions that a neq arc joins get no arc of another kind.

caught by: arcs
"""


def create_arcs(puzzle):
    arcs = {}
    for arc in create_product_arcs(puzzle) + create_sum_arcs(puzzle) + create_neq_arcs(puzzle):
        arcs[arc.first, arc.second] = arc
    return list(arcs.values())
