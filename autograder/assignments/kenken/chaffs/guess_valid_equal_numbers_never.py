"""Two equal guesses are never valid.

caught by: guess_valid
"""

_any_numbers = guess_valid


def guess_valid(puzzle):
    guesses = [entry.g.number for row in puzzle.board for entry in row if entry.guess]
    if len(guesses) == 2 and guesses[0] == guesses[1]:
        return False
    return _any_numbers(puzzle)
