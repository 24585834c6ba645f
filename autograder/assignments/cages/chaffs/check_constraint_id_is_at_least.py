"""A cage of one cell holds at least its target.

caught by: check_constraint
"""

_check = check_constraint


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    if cage.op == "id":
        return values[0] >= cage.target
    return _check(grid, cage)
