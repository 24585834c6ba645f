"""A mult cage is satisfied as soon as its first numbers give the target.

caught by: check_constraint
"""

_check = check_constraint


def check_constraint(grid, cage):
    if cage.op != "mult":
        return _check(grid, cage)
    product = 1
    for number in cell_values(cage.cells, grid):
        product *= number
        if product == cage.target:
            return True
    return False
