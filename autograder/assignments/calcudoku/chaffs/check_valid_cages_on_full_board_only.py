"""Cages are checked only when the board is full.

caught by: check_valid
"""


def check_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    if not (check_rows_valid(puzzle) and check_columns_valid(puzzle)):
        return False
    return any(0 in row for row in puzzle) or check_cages_valid(puzzle, cages)
