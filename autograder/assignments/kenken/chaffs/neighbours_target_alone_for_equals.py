"""In a cage of one cell only its target is guessed, not every available number.

caught by: neighbours
"""


def neighbours(puzzle):
    posn = find_blank(puzzle)
    if posn == COMPLETE:
        return []
    if posn == ALL_GUESSED:
        return [apply_guess(puzzle)] if guess_valid(puzzle) else []
    numbers = available_vals(puzzle, posn)
    if puzzle.constraints[0].symbol == "=":
        numbers = [number for number in numbers if number == puzzle.constraints[0].number]
    return [fill_in_guess(puzzle, posn, number) for number in numbers]
