"""A full row with the right sum is taken for one without duplicates; others are passed over.

caught by: check_rows_valid
"""


def check_rows_valid(puzzle: list[list[int]]) -> bool:
    right = sum(range(len(puzzle) + 1))
    return all(sum(row) == right for row in puzzle if 0 not in row)
