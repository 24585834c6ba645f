"""Only characters of ASCII may stand for groups.

caught by: load_puzzle
"""

_square = _is_square


def _is_square(rows):
    return all(row.isascii() for row in rows) and _square(rows)
