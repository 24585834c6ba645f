"""A quotient is at least the target.

caught by: check_constraint
"""

_check = check_constraint


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    if cage.op == "div":
        return max(values) % min(values) == 0 and max(values) >= min(values) * cage.target
    return _check(grid, cage)
