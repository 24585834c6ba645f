"""Another name for the board is taken for a copy of it.

caught by: place_guess
"""


def place_guess(puzzle: Puzzle, posn: Posn, value: int) -> list[list[Entry]]:
    board = puzzle.board
    entry = board[posn.y][posn.x]
    entry.guess, entry.g = True, Guess(entry.letter, value)
    return board
