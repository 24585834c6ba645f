"""A product is possible if it is no more than the largest.

caught by: ready_to_solve
"""


def _has_factors_up_to(size, product):
    return size > 0 and product > 0
