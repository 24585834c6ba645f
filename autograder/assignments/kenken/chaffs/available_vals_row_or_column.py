"""A number is available if row or column lacks it, instead of only if both lack it.

caught by: available_vals
"""


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    row, column = used_in_row(puzzle, posn), used_in_col(puzzle, posn)
    numbers = range(1, puzzle.board_size + 1)
    return [number for number in numbers if number not in row or number not in column]
