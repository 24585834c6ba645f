"""Rows and columns are counted from 1.

caught by: get_cell
"""


def get_cell(grid, cell):
    row, column = cell
    return grid[row - 1][column - 1]
