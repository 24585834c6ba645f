"""Cages are not checked.

caught by: consistent
"""


def consistent(puzzle, domains):
    return rows_cols_consistent(domains, puzzle.size)
