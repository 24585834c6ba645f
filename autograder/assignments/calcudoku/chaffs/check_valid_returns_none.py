"""None is returned instead of False when the board is not valid.

caught by: check_valid
"""


def check_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool | None:
    lines_valid = check_rows_valid(puzzle) and check_columns_valid(puzzle)
    if lines_valid and check_cages_valid(puzzle, cages):
        return True
    return None
