"""Only the cells of a grid of six rows and columns are looked at.

caught by: get_cell
"""


def get_cell(grid, cell):
    for row in range(6):
        for column in range(6):
            if (row, column) == cell:
                return grid[row][column]
    return None
