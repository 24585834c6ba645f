"""Cages of every kind get arcs.

caught by: arcs
"""


def create_product_arcs(puzzle):
    return [
        Arc("product", a, b, cage.target)
        for cage in puzzle.cages
        for a in cage.positions
        for b in cage.positions
        if a != b
    ]
