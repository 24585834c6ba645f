"""The quotient only has to be close to the target.

caught by: guess_valid
"""


def guess_valid(puzzle: Puzzle) -> bool:
    target, symbol = puzzle.constraints[0].number, puzzle.constraints[0].symbol
    guesses = [entry.g.number for row in puzzle.board for entry in row if entry.guess]
    if symbol == "+":
        return sum(guesses) == target
    if symbol == "*":
        return prod(guesses) == target
    if symbol == "-":
        return max(guesses) - min(guesses) == target
    if symbol == "/":
        return abs(max(guesses) / min(guesses) - target) < 0.5
    return guesses == [target]
