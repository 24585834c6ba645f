"""The rows are copied, but the entries in them are still those of the argument.

caught by: apply_guess
"""


def apply_guess(puzzle: Puzzle) -> Puzzle:
    board = [list(row) for row in puzzle.board]
    for row in board:
        for x, entry in enumerate(row):
            if entry.guess:
                row[x] = Entry(number=entry.g.number)
    return Puzzle(puzzle.board_size, board, puzzle.constraints[1:])
