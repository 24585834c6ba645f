"""Only letters may stand for groups.

caught by: load_puzzle
"""


def _is_square(rows):
    return all(len(row) == len(rows) == len(rows[0]) and row.isalpha() for row in rows)
