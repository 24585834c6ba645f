"""The grid is returned even when the search failed.

caught by: solve
"""


def solve(cages):
    grid = [[0] * SIZE for _ in range(SIZE)]
    complete_at = {cell: [cage for cage in cages if max(cage.cells) == cell] for cell in _CELLS}
    _fill(grid, _CELLS, complete_at)
    return grid
