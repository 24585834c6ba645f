"""One consistent cage is enough.

caught by: consistent
"""


def consistent(puzzle, domains):
    return rows_cols_consistent(domains, puzzle.size) and any(
        cage_consistent(cage, domains) for cage in puzzle.cages
    )
