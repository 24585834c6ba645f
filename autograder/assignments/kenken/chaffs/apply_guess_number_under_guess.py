"""A cell that has a number under its guess shows the old number.

caught by: apply_guess
"""


def apply_guess(puzzle: Puzzle) -> Puzzle:
    board = copy_board(puzzle.board)
    for row in board:
        for x, entry in enumerate(row):
            if entry.guess:
                row[x] = Entry(number=entry.number or entry.g.number)
    return Puzzle(puzzle.board_size, board, puzzle.constraints[1:])
