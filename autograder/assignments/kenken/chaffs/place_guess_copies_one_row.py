"""Only the row that changes is copied; the other rows are shared with the argument.

caught by: place_guess
"""


def place_guess(puzzle: Puzzle, posn: Posn, value: int) -> list[list[Entry]]:
    board, letter = list(puzzle.board), puzzle.board[posn.y][posn.x].letter
    board[posn.y] = copy_board(board)[posn.y]
    board[posn.y][posn.x] = Entry(letter, 0, True, Guess(letter, value))
    return board
