"""Numbers greater than the target of a +, * or = cage are not guessed.

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
    if first.symbol in "+*=":
        numbers = [number for number in numbers if number <= first.number]
    return [fill_in_guess(puzzle, posn, number) for number in numbers]
