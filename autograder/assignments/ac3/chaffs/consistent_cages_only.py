"""Rows and columns are not checked.

caught by: consistent
"""


def consistent(puzzle, domains):
    return all(cage_consistent(cage, domains) for cage in puzzle.cages)
