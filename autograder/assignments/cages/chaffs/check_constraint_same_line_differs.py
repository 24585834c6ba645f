"""The numbers of a cage in one row have to differ.

caught by: check_constraint
"""

_check = check_constraint


def check_constraint(grid, cage):
    in_rows = [(row, get_cell(grid, (row, column))) for row, column in cage.cells]
    in_columns = [(column, get_cell(grid, (row, column))) for row, column in cage.cells]
    repeat = any(len({*line}) < len(line) for line in (in_rows, in_columns))
    return not repeat and _check(grid, cage)
