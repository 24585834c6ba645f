"""The number is set, but the cell is still marked as a guess.

caught by: apply_guess
"""


def apply_guess(puzzle: Puzzle) -> Puzzle:
    board = copy_board(puzzle.board)
    for row in board:
        for entry in row:
            if entry.guess:
                entry.number = entry.g.number
    return Puzzle(puzzle.board_size, board, puzzle.constraints[1:])
