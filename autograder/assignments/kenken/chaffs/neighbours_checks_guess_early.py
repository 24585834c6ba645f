"""A guess that completes its cage is left out if it is invalid, one step too early.

caught by: neighbours
"""


def neighbours(puzzle: Puzzle) -> list[Puzzle]:
    posn = find_blank(puzzle)
    if posn == COMPLETE:
        return []
    if posn == ALL_GUESSED:
        return [apply_guess(puzzle)] if guess_valid(puzzle) else []
    guessed = [fill_in_guess(puzzle, posn, value) for value in available_vals(puzzle, posn)]
    return [step for step in guessed if find_blank(step) != ALL_GUESSED or guess_valid(step)]
