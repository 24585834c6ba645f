"""A number is compared only with the next number of its column.

caught by: check_columns_valid
"""


def check_columns_valid(puzzle):
    for column in zip(*puzzle, strict=True):
        numbers = [number for number in column if number != 0]
        for i in range(1, len(numbers)):
            if numbers[i] == numbers[i - 1]:
                return False
    return True
