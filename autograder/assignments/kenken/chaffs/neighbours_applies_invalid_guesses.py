"""Guesses are applied without checking that they are valid.

caught by: neighbours
"""


def neighbours(puzzle: Puzzle) -> list[Puzzle]:
    posn = find_blank(puzzle)
    if posn == COMPLETE:
        return []
    if posn == ALL_GUESSED:
        return [apply_guess(puzzle)]
    return [fill_in_guess(puzzle, posn, value) for value in available_vals(puzzle, posn)]
