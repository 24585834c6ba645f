"""A cage is checked only when all of its positions have a value.

caught by: consistent
"""


def consistent(puzzle, domains):
    full = [cage for cage in puzzle.cages if all(len(domains[p]) == 1 for p in cage.positions)]
    return rows_cols_consistent(domains, puzzle.size) and all(
        cage_consistent(cage, domains) for cage in full
    )
