"""Only positions in the same row or column are joined.

caught by: arcs
"""


def create_product_arcs(puzzle):
    return [
        Arc("product", a, b, cage.target)
        for cage in puzzle.cages
        if cage.kind == "Mul"
        for a in cage.positions
        for b in cage.positions
        if a != b and (a[0] == b[0] or a[1] == b[1])
    ]
