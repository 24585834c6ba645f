"""Cages are told apart by their targets.

caught by: arcs
"""


def create_sum_arcs(puzzle):
    cages = {c.target: c for c in puzzle.cages if c.kind == "Add"}.values()
    return [Arc("sum", a, b, c.target) for c in cages for a, b in permutations(c.positions, 2)]
