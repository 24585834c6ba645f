"""In a - cage a guess is left out if no second number has that difference to it.

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
    if first.symbol == "-":
        size, target = puzzle.board_size, first.number
        numbers = [n for n in numbers if n + target <= size or n - target >= 1]
    return [fill_in_guess(puzzle, posn, number) for number in numbers]
