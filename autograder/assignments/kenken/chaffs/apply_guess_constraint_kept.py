"""The constraint that the guesses satisfy stays in the list.

caught by: apply_guess
"""


def apply_guess(puzzle: Puzzle) -> Puzzle:
    board = copy_board(puzzle.board)
    for row in board:
        for x, entry in enumerate(row):
            if entry.guess:
                row[x] = Entry(number=entry.g.number)
    return Puzzle(puzzle.board_size, board, list(puzzle.constraints))
