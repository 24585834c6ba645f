"""The list of numbers seen is not cleared before the next column.

caught by: check_columns_valid
"""


def check_columns_valid(puzzle: list[list[int]]) -> bool:
    seen: list[int] = []
    for x in range(len(puzzle)):
        for row in puzzle:
            if row[x] in seen:
                return False
            if row[x] != 0:
                seen.append(row[x])
    return True
