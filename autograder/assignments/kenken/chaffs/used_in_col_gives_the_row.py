"""What was written for the row is used once more, and y still chooses it.

caught by: used_in_col
"""


def used_in_col(puzzle: Puzzle, posn: Posn) -> list[int]:
    return used_in_row(puzzle, posn)
