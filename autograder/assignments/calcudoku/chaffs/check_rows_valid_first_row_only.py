"""The function returns inside the loop, after checking the first row.

caught by: check_rows_valid
"""


def check_rows_valid(puzzle: list[list[int]]) -> bool:
    for row in puzzle:
        numbers = [number for number in row if number != 0]
        return len(set(numbers)) == len(numbers)
    return True
