"""The grid is searched for the cells, so that their order is lost.

caught by: cell_values
"""


def cell_values(cells, grid):
    return [number for y, row in enumerate(grid) for x, number in enumerate(row) if (y, x) in cells]
