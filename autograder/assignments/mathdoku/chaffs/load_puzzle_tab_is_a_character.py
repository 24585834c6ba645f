"""Only spaces are looked for in a row, so a tab stands for a group.

caught by: load_puzzle
"""


def _is_square(rows):
    return all(len(row) == len(rows) == len(rows[0]) and " " not in row for row in rows)
