"""The number is read from the text Guess(a,10), of which only the first digit is taken.

caught by: apply_guess
"""


def apply_guess(puzzle: Puzzle) -> Puzzle:
    board = copy_board(puzzle.board)
    for row in board:
        for x, entry in enumerate(row):
            if entry.guess:
                row[x] = Entry(number=int(str(entry)[len("Guess(a,")]))
    return Puzzle(puzzle.board_size, board, puzzle.constraints[1:])
