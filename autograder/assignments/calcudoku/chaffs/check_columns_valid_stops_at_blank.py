"""A column is checked only down to its first empty cell.

caught by: check_columns_valid
"""


def check_columns_valid(puzzle: list[list[int]]) -> bool:
    for column in zip(*puzzle, strict=True):
        seen: list[int] = []
        for number in column:
            if number == 0:
                break
            if number in seen:
                return False
            seen.append(number)
    return True
