"""A cell is read as (column, row).

caught by: get_cell
"""


def get_cell(grid, cell):
    x, y = cell
    return grid[y][x]
