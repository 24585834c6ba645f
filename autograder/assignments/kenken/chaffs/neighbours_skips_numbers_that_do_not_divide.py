"""A guess is left out if it does not divide the target of a * cage.

caught by: neighbours
"""


def neighbours(puzzle):
    posn = find_blank(puzzle)
    if posn == COMPLETE:
        return []
    if posn == ALL_GUESSED:
        return [apply_guess(puzzle)] if guess_valid(puzzle) else []
    first = puzzle.constraints[0]
    numbers = available_vals(puzzle, posn)
    if first.symbol == "*":
        numbers = [number for number in numbers if first.number % number == 0]
    return [fill_in_guess(puzzle, posn, number) for number in numbers]
