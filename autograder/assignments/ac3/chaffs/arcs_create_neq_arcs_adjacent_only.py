"""Only adjacent positions are joined.

caught by: arcs
"""


def create_neq_arcs(puzzle):
    cells = [(y, x) for y in range(puzzle.size) for x in range(puzzle.size)]
    return [
        Arc("neq", a, b) for a in cells for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    ]
