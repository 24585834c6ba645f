"""The numbers in a row are cached by position, although every puzzle has other rows.

caught by: solve
"""

_used_in_row = used_in_row
_remembered = {}


def used_in_row(puzzle, posn):
    if posn not in _remembered:
        _remembered[posn] = _used_in_row(puzzle, posn)
    return list(_remembered[posn])
