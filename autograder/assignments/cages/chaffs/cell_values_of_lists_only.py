"""The cells are in a list, never in a tuple.

caught by: cell_values
"""


def cell_values(cells, grid):
    left = cells.copy()
    return [get_cell(grid, left.pop(0)) for _ in cells]
