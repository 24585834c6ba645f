"""If only one number is available and fits, it is placed at once instead of being guessed.

caught by: neighbours
"""


def neighbours(puzzle):
    posn = find_blank(puzzle)
    if posn == COMPLETE:
        return []
    if posn == ALL_GUESSED:
        return [apply_guess(puzzle)] if guess_valid(puzzle) else []
    steps = [fill_in_guess(puzzle, posn, number) for number in available_vals(puzzle, posn)]
    if len(steps) == 1 and find_blank(steps[0]) == ALL_GUESSED and guess_valid(steps[0]):
        return [apply_guess(steps[0])]
    return steps
