"""An empty list of cages is not satisfied.

caught by: check_cages
"""


def check_cages(grid, cages):
    return bool(cages) and all(check_constraint(grid, cage) for cage in cages)
