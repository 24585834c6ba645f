"""The guess gets the letter of the first constraint, not the letter of its cell.

caught by: place_guess
"""


def place_guess(puzzle: Puzzle, posn: Posn, value: int) -> list[list[Entry]]:
    board = copy_board(puzzle.board)
    entry = board[posn.y][posn.x]
    entry.guess, entry.g = True, Guess(puzzle.constraints[0].letter, value)
    return board
