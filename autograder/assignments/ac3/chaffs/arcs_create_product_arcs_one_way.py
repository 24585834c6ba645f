"""Two positions get one arc instead of one each way.

caught by: arcs
"""


def create_product_arcs(puzzle):
    return [
        Arc("product", a, b, cage.target)
        for cage in puzzle.cages
        if cage.kind == "Mul"
        for a in cage.positions
        for b in cage.positions
        if a < b
    ]
