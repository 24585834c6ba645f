"""The loop returns after the first cage.

caught by: check_cages
"""


def check_cages(grid, cages):
    for cage in cages:
        return check_constraint(grid, cage)
    return True
