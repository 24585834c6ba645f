"""The board is copied, but the constraint is removed from the list of the argument.

caught by: apply_guess
"""


def apply_guess(puzzle: Puzzle) -> Puzzle:
    board = copy_board(puzzle.board)
    for row in board:
        for x, entry in enumerate(row):
            if entry.guess:
                row[x] = Entry(number=entry.g.number)
    puzzle.constraints.pop(0)
    return Puzzle(puzzle.board_size, board, list(puzzle.constraints))
