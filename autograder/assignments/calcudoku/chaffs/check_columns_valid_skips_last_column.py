"""range(n - 1) is expected to include the last column.

caught by: check_columns_valid
"""


def check_columns_valid(puzzle: list[list[int]]) -> bool:
    for x in range(len(puzzle) - 1):
        numbers = [row[x] for row in puzzle if row[x] != 0]
        if len(set(numbers)) < len(numbers):
            return False
    return True
