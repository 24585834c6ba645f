"""One satisfied cage is enough: any is used instead of all.

caught by: check_cages
"""


def check_cages(grid, cages):
    return any(check_constraint(grid, cage) for cage in cages)
