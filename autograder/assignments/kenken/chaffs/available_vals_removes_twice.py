"""A number used in both row and column is removed a second time, which raises ValueError.

caught by: available_vals
"""


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    numbers = list(range(1, puzzle.board_size + 1))
    for number in used_in_row(puzzle, posn) + used_in_col(puzzle, posn):
        numbers.remove(number)
    return numbers
