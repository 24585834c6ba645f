"""Only rows and columns are checked, as if the arcs covered the cages.

caught by: solve
"""


def consistent(puzzle, domains):
    return rows_cols_consistent(domains, puzzle.size)
