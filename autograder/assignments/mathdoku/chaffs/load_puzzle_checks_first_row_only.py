"""Only the length of the first row is checked.

caught by: load_puzzle
"""


def _is_square(rows):
    return not rows or len(rows) == len(rows[0])
