"""The code for the row is reused, so y selects the numbers.

caught by: used_in_col
"""


def used_in_col(puzzle: Puzzle, posn: Posn) -> list[int]:
    return used_in_row(puzzle, posn)
