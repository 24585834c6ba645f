"""Columns with an empty cell are not checked.

caught by: check_columns_valid
"""


def check_columns_valid(puzzle: list[list[int]]) -> bool:
    full = [column for column in zip(*puzzle, strict=True) if 0 not in column]
    return all(len(set(column)) == len(column) for column in full)
