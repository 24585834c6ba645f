"""A cage with the target 0 has none, so it is satisfied.

caught by: check_constraint
"""

_check = check_constraint


def check_constraint(grid, cage):
    return cage.target == 0 or _check(grid, cage)
