"""any is taken where all is meant.

caught by: check_cages
"""


def check_cages(grid, cages):
    return any(check_constraint(grid, cage) for cage in cages)
