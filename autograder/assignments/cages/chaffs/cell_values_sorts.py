"""The numbers are put in order, since the order does not matter to a cage.

caught by: cell_values
"""


def cell_values(cells, grid):
    return sorted(get_cell(grid, cell) for cell in cells)
