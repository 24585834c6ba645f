"""The grid is global and keeps the numbers of the last call.

caught by: solve
"""

_grid = [[0] * SIZE for _ in range(SIZE)]


def solve(cages):
    complete_at = {cell: [cage for cage in cages if max(cage.cells) == cell] for cell in _CELLS}
    empty = [(y, x) for y, x in _CELLS if not _grid[y][x]]
    return _grid if _fill(_grid, empty, complete_at) else None
