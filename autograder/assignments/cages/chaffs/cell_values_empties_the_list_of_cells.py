"""The cells are removed from the list that was passed.

caught by: cell_values
"""


def cell_values(cells, grid):
    values = []
    while cells:
        values.append(get_cell(grid, cells.pop(0)))
    return values
