"""The columns have to be right as well.

caught by: check_cages
"""


def check_cages(grid, cages):
    columns_right = all(len(set(column)) == len(column) for column in zip(*grid, strict=True))
    return columns_right and all(check_constraint(grid, cage) for cage in cages)
