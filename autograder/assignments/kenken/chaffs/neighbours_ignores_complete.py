"""Posn(-2, -2) is used as a cell, which works whenever there is a row -2.

caught by: neighbours
"""


def neighbours(puzzle: Puzzle) -> list[Puzzle]:
    posn = find_blank(puzzle)
    if posn == ALL_GUESSED:
        return [apply_guess(puzzle)] if guess_valid(puzzle) else []
    return [fill_in_guess(puzzle, posn, value) for value in available_vals(puzzle, posn)]
