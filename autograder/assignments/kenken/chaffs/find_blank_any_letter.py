"""The first cell that shows any letter is returned, whichever cage it is in.

caught by: find_blank
"""


def find_blank(puzzle: Puzzle) -> Posn:
    if not puzzle.constraints:
        return COMPLETE
    for y, row in enumerate(puzzle.board):
        for x, entry in enumerate(row):
            if isinstance(entry.shows(), str):
                return Posn(x, y)
    return ALL_GUESSED
