"""Two equal numbers do not satisfy div.

caught by: check_constraint
"""

_any_numbers = check_constraint


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    if cage.op == "div" and values[0] == values[1]:
        return False
    return _any_numbers(grid, cage)
