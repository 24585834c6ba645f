"""Every grid is assumed to have six columns.

caught by: get_cell
"""


def get_cell(grid, cell):
    row, column = cell
    numbers = [number for line in grid for number in line]
    return numbers[6 * row + column]
