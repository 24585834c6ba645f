"""Cages of every kind get arcs.

caught by: arcs
"""


def create_sum_arcs(puzzle):
    return [
        Arc("sum", a, b, cage.target)
        for cage in puzzle.cages
        for a in cage.positions
        for b in cage.positions
        if a != b
    ]
