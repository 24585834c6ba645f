"""puzzle[x] is used as column x, but it is a row.

caught by: check_columns_valid
"""


def check_columns_valid(puzzle: list[list[int]]) -> bool:
    for x in range(len(puzzle)):
        numbers = [number for number in puzzle[x] if number != 0]
        if len(set(numbers)) < len(numbers):
            return False
    return True
