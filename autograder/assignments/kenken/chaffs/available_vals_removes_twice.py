"""Row and column are taken never to use the same number, which could not be removed twice.

caught by: available_vals
"""


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    numbers = list(range(1, puzzle.board_size + 1))
    for number in used_in_row(puzzle, posn) + used_in_col(puzzle, posn):
        numbers.remove(number)
    return numbers
