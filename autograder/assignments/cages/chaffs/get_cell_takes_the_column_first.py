"""The cell is read as x and y.

caught by: get_cell
"""


def get_cell(grid, cell):
    x, y = cell
    return grid[y][x]
