"""Numbers are removed from the list during a loop over it, so the next number is skipped.

caught by: available_vals
"""


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    numbers = list(range(1, puzzle.board_size + 1))
    for number in numbers:
        if number in used_in_row(puzzle, posn) or number in used_in_col(puzzle, posn):
            numbers.remove(number)
    return numbers
