"""The grid is taken as one list of rows of six, whatever its size.

caught by: get_cell
"""


def get_cell(grid, cell):
    row, column = cell
    numbers = [number for line in grid for number in line]
    return numbers[6 * row + column]
