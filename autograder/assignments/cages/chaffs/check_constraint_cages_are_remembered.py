"""The result for a cage is remembered, whatever the grid.

caught by: check_constraint
"""

_check = check_constraint
_known = {}


def check_constraint(grid, cage):
    if cage not in _known:
        _known[cage] = _check(grid, cage)
    return _known[cage]
