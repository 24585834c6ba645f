"""The numbers are sorted, as if their order did not matter.

caught by: cell_values
"""


def cell_values(cells, grid):
    return sorted(get_cell(grid, cell) for cell in cells)
