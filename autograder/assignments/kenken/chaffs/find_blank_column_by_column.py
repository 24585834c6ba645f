"""The board is searched column by column, so the leftmost cell comes before the topmost.

caught by: find_blank
"""


def find_blank(puzzle: Puzzle) -> Posn:
    if not puzzle.constraints:
        return COMPLETE
    for x in range(puzzle.board_size):
        for y in range(puzzle.board_size):
            if puzzle.board[y][x].shows() == puzzle.constraints[0].letter:
                return Posn(x, y)
    return ALL_GUESSED
