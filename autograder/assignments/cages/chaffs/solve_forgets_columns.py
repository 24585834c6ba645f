"""A number may occur twice in a column.

caught by: solve
"""


def _available(grid, cell):
    return [number for number in range(1, SIZE + 1) if number not in grid[cell[0]]]
