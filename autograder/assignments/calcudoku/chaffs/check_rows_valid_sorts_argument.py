"""Rows are sorted in place to find duplicates, which changes the puzzle.

caught by: check_rows_valid
"""


def check_rows_valid(puzzle: list[list[int]]) -> bool:
    for row in puzzle:
        row.sort()
        for x in range(len(row) - 1):
            if row[x] != 0 and row[x] == row[x + 1]:
                return False
    return True
