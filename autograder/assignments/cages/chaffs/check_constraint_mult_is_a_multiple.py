"""A multiple of the target is enough.

caught by: check_constraint
"""

_check = check_constraint


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    if cage.op == "mult":
        return product_list(values) % cage.target == 0
    return _check(grid, cage)
