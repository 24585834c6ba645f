"""A grid with a number greater than 6 never satisfies its cages.

caught by: check_cages
"""


def check_cages(grid, cages):
    in_range = all(1 <= number <= 6 for row in grid for number in row)
    return in_range and all(check_constraint(grid, cage) for cage in cages)
