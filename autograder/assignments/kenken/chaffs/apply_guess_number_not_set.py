"""The guess is removed without setting the cell's number, so the cell shows its letter again.

caught by: apply_guess
"""


def apply_guess(puzzle: Puzzle) -> Puzzle:
    board = copy_board(puzzle.board)
    for row in board:
        for entry in row:
            entry.guess = False
    return Puzzle(puzzle.board_size, board, puzzle.constraints[1:])
