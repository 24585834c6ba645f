"""A number that occurs twice is kept once.

caught by: cell_values
"""


def cell_values(cells, grid):
    values = []
    for cell in cells:
        if get_cell(grid, cell) not in values:
            values.append(get_cell(grid, cell))
    return values
