"""Only rows and cages are checked.

caught by: check_valid
"""


def check_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    return check_rows_valid(puzzle) and check_cages_valid(puzzle, cages)
