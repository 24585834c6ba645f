"""Only positions that follow each other in the cage are joined.

caught by: arcs
"""


def create_sum_arcs(puzzle):
    arcs = []
    for cage in puzzle.cages:
        if cage.kind == "Add":
            for first, second in zip(cage.positions, cage.positions[1:], strict=False):
                arcs.append(Arc("sum", first, second, cage.target))
                arcs.append(Arc("sum", second, first, cage.target))
    return arcs
