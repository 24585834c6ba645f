"""A number that the cage has already is not guessed again.

caught by: neighbours
"""


def neighbours(puzzle):
    posn = find_blank(puzzle)
    if posn == COMPLETE:
        return []
    if posn == ALL_GUESSED:
        return [apply_guess(puzzle)] if guess_valid(puzzle) else []
    guesses = [entry.g.number for row in puzzle.board for entry in row if entry.guess]
    numbers = [number for number in available_vals(puzzle, posn) if number not in guesses]
    return [fill_in_guess(puzzle, posn, number) for number in numbers]
