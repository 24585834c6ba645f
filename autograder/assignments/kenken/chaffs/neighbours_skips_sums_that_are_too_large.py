"""A guess is left out if it makes the sum of a + cage too large.

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
    if first.symbol == "+":
        so_far = sum(entry.g.number for row in puzzle.board for entry in row if entry.guess)
        numbers = [number for number in numbers if so_far + number <= first.number]
    return [fill_in_guess(puzzle, posn, number) for number in numbers]
