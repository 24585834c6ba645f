"""The difference of two sets is returned in its order, which increases only for small numbers.

caught by: available_vals
"""


def available_vals(puzzle, posn):
    used = set(used_in_row(puzzle, posn)) | set(used_in_col(puzzle, posn))
    return list(set(range(1, puzzle.board_size + 1)) - used)
