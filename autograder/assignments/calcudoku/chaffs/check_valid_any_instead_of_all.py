"""A board is valid if one of the three functions returns True.

caught by: check_valid
"""


def check_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    return (
        check_rows_valid(puzzle) or check_columns_valid(puzzle) or check_cages_valid(puzzle, cages)
    )
