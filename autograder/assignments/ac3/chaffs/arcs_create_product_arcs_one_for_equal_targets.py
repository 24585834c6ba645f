"""Cages are told apart by their targets.

caught by: arcs
"""


def create_product_arcs(puzzle):
    cages = {c.target: c for c in puzzle.cages if c.kind == "Mul"}.values()
    return [Arc("product", a, b, c.target) for c in cages for a, b in permutations(c.positions, 2)]
