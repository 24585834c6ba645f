"""A list is changed while a loop goes through it, which passes over the number after each removed.

caught by: available_vals
"""


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    numbers = list(range(1, puzzle.board_size + 1))
    for number in numbers:
        if number in used_in_row(puzzle, posn) or number in used_in_col(puzzle, posn):
            numbers.remove(number)
    return numbers
