"""A cage is checked when the last cell of its list is filled in, though others may be empty.

caught by: solve
"""


def solve(cages):
    grid = [[0] * SIZE for _ in range(SIZE)]
    complete_at = {cell: [cage for cage in cages if cage.cells[-1] == cell] for cell in _CELLS}
    return grid if _fill(grid, _CELLS, complete_at) else None
