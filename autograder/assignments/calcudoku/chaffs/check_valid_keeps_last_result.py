"""Each result replaces the one before, so only the result for the cages counts.

caught by: check_valid
"""


def check_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    valid = True
    for check in (check_rows_valid, check_columns_valid):
        valid = check(puzzle)
    valid = check_cages_valid(puzzle, cages)
    return valid is True
