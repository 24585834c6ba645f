"""A position gets an arc to itself.

caught by: arcs
"""


def create_product_arcs(puzzle):
    return [
        Arc("product", a, b, cage.target)
        for cage in puzzle.cages
        if cage.kind == "Mul"
        for a in cage.positions
        for b in cage.positions
    ]
