"""Rows and columns are checked as well.

caught by: check_cages
"""


def check_cages(grid, cages):
    lines = [*grid, *zip(*grid, strict=True)]
    return all(len(set(line)) == len(line) for line in lines) and all(
        check_constraint(grid, cage) for cage in cages
    )
