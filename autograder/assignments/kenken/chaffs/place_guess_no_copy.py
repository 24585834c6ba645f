"""The guess is placed on the board of the argument: board = puzzle.board does not copy it.

caught by: place_guess
"""


def place_guess(puzzle: Puzzle, posn: Posn, value: int) -> list[list[Entry]]:
    board = puzzle.board
    entry = board[posn.y][posn.x]
    entry.guess, entry.g = True, Guess(entry.letter, value)
    return board
