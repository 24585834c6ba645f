"""Only the number of an old guess is replaced, so its letter stays.

caught by: place_guess
"""


def place_guess(puzzle: Puzzle, posn: Posn, value: int) -> list[list[Entry]]:
    board = copy_board(puzzle.board)
    entry = board[posn.y][posn.x]
    entry.guess = True
    entry.g = Guess(entry.g.letter.strip() or entry.letter, value)
    return board
