"""The three lists are put into a list instead of joined.

caught by: arcs
"""


def create_arcs(puzzle):
    return [create_neq_arcs(puzzle), create_sum_arcs(puzzle), create_product_arcs(puzzle)]
