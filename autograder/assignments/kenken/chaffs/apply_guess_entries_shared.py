"""New rows are taken for a copy of the board, though the entries in them are the old ones.

caught by: apply_guess
"""


def apply_guess(puzzle: Puzzle) -> Puzzle:
    board = [list(row) for row in puzzle.board]
    for row in board:
        for x, entry in enumerate(row):
            if entry.guess:
                row[x] = Entry(number=entry.g.number)
    return Puzzle(puzzle.board_size, board, puzzle.constraints[1:])
