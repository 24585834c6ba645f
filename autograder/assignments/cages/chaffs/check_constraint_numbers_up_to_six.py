"""A number above 6 satisfies no cage.

caught by: check_constraint
"""

_check = check_constraint


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    if max(values) > 6:
        return False
    return _check(grid, cage)
