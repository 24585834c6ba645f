"""What map gives is taken for a list.

caught by: cell_values
"""

from functools import partial


def cell_values(cells, grid):
    return map(partial(get_cell, grid), cells)
