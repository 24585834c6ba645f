"""The numbers of a row are joined to a text, in which 1 and 12 share a digit.

caught by: check_rows_valid
"""


def check_rows_valid(puzzle: list[list[int]]) -> bool:
    for row in puzzle:
        digits = "".join(str(number) for number in row if number != 0)
        if len(set(digits)) < len(digits):
            return False
    return True
