"""The loop returns after the first cage.

caught by: consistent
"""


def consistent(puzzle, domains):
    for cage in puzzle.cages:
        return rows_cols_consistent(domains, puzzle.size) and cage_consistent(cage, domains)
    return True
