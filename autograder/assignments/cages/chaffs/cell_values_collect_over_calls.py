"""The numbers are collected in a list that is kept between calls.

caught by: cell_values
"""

_values = []


def cell_values(cells, grid):
    _values.extend(get_cell(grid, cell) for cell in cells)
    return list(_values)
