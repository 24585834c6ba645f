"""A cell with a guess is returned, because it still has the letter of its cage.

caught by: find_blank
"""


def find_blank(puzzle: Puzzle) -> Posn:
    if not puzzle.constraints:
        return COMPLETE
    for y, row in enumerate(puzzle.board):
        for x, entry in enumerate(row):
            if entry.letter == puzzle.constraints[0].letter:
                return Posn(x, y)
    return ALL_GUESSED
