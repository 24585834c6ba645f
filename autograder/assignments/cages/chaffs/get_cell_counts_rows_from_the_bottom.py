"""Row 0 is the bottom row, as on graph paper.

caught by: get_cell
"""


def get_cell(grid, cell):
    row, column = cell
    return grid[len(grid) - 1 - row][column]
