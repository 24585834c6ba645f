"""Only the first character of a cell is compared, so a guess in cage G looks like its letter.

caught by: find_blank
"""


def find_blank(puzzle: Puzzle) -> Posn:
    if not puzzle.constraints:
        return COMPLETE
    letter = puzzle.constraints[0].letter
    for y, row in enumerate(puzzle.board):
        for x, entry in enumerate(row):
            if str(entry)[0] == letter:
                return Posn(x, y)
    return ALL_GUESSED
