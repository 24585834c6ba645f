"""Each cage overwrites the result of the one before.

caught by: check_cages
"""


def check_cages(grid, cages):
    valid = True
    for cage in cages:
        valid = check_constraint(grid, cage)
    return valid
