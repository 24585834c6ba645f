"""Only placed numbers count as used, not guesses.

caught by: used_in_col
"""


def used_in_col(puzzle: Puzzle, posn: Posn) -> list[int]:
    column = [row[posn.x] for row in puzzle.board]
    return sorted(entry.number for entry in column if entry.number != 0 and not entry.guess)
