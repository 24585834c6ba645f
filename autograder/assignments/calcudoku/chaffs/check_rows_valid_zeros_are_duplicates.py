"""Two empty cells count as the same number twice.

caught by: check_rows_valid
"""


def check_rows_valid(puzzle: list[list[int]]) -> bool:
    return all(len(set(row)) == len(row) for row in puzzle)
