"""A product that divides the target is enough.

caught by: check_constraint
"""

_check = check_constraint


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    if cage.op == "mult":
        return cage.target % product_list(values) == 0
    return _check(grid, cage)
