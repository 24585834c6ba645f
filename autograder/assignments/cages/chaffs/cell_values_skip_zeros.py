"""Cells without a number are left out.

caught by: cell_values
"""


def cell_values(cells, grid):
    return [get_cell(grid, cell) for cell in cells if get_cell(grid, cell)]
