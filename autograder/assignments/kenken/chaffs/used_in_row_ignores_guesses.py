"""Only placed numbers count as used, because a guess may still be wrong.

caught by: used_in_row
"""


def used_in_row(puzzle: Puzzle, posn: Posn) -> list[int]:
    row = puzzle.board[posn.y]
    return sorted(entry.number for entry in row if entry.number != 0 and not entry.guess)
