"""The row is read as text, so a number has only one digit.

caught by: get_cell
"""


def get_cell(grid, cell):
    row, column = cell
    return int("".join(str(number) for number in grid[row])[column])
