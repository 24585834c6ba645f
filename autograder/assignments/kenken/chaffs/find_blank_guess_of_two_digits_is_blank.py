"""A guess of two digits is not recognised, so its cell counts as blank.

caught by: find_blank
"""


def find_blank(puzzle: Puzzle) -> Posn:
    if not puzzle.constraints:
        return COMPLETE
    letter = puzzle.constraints[0].letter
    for y, row in enumerate(puzzle.board):
        for x, entry in enumerate(row):
            is_guess = len(str(entry)) == len("Guess(a,1)")
            if not is_guess and entry.letter == letter and (entry.guess or not entry.number):
                return Posn(x, y)
    return ALL_GUESSED
