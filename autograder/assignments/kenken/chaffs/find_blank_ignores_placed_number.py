"""The letter of a cell is used although the cell shows a number.

caught by: find_blank
"""


def find_blank(puzzle: Puzzle) -> Posn:
    if not puzzle.constraints:
        return COMPLETE
    for y, row in enumerate(puzzle.board):
        for x, entry in enumerate(row):
            if not entry.guess and entry.letter == puzzle.constraints[0].letter:
                return Posn(x, y)
    return ALL_GUESSED
