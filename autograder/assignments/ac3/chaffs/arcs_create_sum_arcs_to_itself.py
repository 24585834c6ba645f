"""A position gets an arc to itself.

caught by: arcs
"""


def create_sum_arcs(puzzle):
    return [
        Arc("sum", a, b, cage.target)
        for cage in puzzle.cages
        if cage.kind == "Add"
        for a in cage.positions
        for b in cage.positions
    ]
