"""The numbers are sorted as text, so 10 comes before 9.

caught by: used_in_row
"""

_used_in_row = used_in_row


def used_in_row(puzzle: Puzzle, posn: Posn) -> list[int]:
    return sorted(_used_in_row(puzzle, posn), key=str)
