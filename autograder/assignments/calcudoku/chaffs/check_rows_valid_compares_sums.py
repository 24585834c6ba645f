"""A full row is valid if its sum is right; rows with an empty cell are not checked.

caught by: check_rows_valid
"""


def check_rows_valid(puzzle: list[list[int]]) -> bool:
    right = sum(range(len(puzzle) + 1))
    return all(sum(row) == right for row in puzzle if 0 not in row)
