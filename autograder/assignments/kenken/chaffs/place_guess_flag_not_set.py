"""The cell gets the guess, but is not marked as a guess, so it still shows its letter.

caught by: place_guess
"""


def place_guess(puzzle: Puzzle, posn: Posn, value: int) -> list[list[Entry]]:
    board = copy_board(puzzle.board)
    entry = board[posn.y][posn.x]
    entry.g = Guess(entry.letter, value)
    return board
