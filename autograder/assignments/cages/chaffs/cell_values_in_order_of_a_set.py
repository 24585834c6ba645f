"""The cells are put into a set, so the numbers are in the order of that set.

caught by: cell_values
"""


def cell_values(cells, grid):
    return [get_cell(grid, cell) for cell in set(cells)]
