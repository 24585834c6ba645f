"""A map object is returned instead of a list.

caught by: cell_values
"""

from functools import partial


def cell_values(cells, grid):
    return map(partial(get_cell, grid), cells)
