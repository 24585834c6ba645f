"""a and A are treated as the same letter.

caught by: find_blank
"""


def find_blank(puzzle: Puzzle) -> Posn:
    if not puzzle.constraints:
        return COMPLETE
    letter = puzzle.constraints[0].letter.lower()
    for y, row in enumerate(puzzle.board):
        for x, entry in enumerate(row):
            if str(entry).lower() == letter:
                return Posn(x, y)
    return ALL_GUESSED
