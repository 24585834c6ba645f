"""Cells are numbered down the columns.

caught by: check_cages_valid
"""


def check_cages_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    for cage_sum, _, *cells in cages:
        numbers = [puzzle[cell % len(puzzle)][cell // len(puzzle)] for cell in cells]
        if not _can_reach(cage_sum, numbers):
            return False
    return True
