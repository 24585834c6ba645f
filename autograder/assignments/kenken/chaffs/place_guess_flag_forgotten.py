"""The guess is put into the cell, which is not told that it has one and goes on to show its letter.

caught by: place_guess
"""


def place_guess(puzzle: Puzzle, posn: Posn, value: int) -> list[list[Entry]]:
    board = copy_board(puzzle.board)
    entry = board[posn.y][posn.x]
    entry.g = Guess(entry.letter, value)
    return board
