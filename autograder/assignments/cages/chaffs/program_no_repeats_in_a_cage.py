"""No number may occur twice in a cage.

caught by: program
"""

_check_constraint = check_constraint


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    return len(set(values)) == len(values) and _check_constraint(grid, cage)
