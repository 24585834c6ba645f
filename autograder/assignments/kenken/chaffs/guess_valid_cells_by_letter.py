"""The cells are found by their letter, so a cell with a number and an old letter counts, too.

caught by: guess_valid
"""


def guess_valid(puzzle):
    first = puzzle.constraints[0]
    cells = [entry for row in puzzle.board for entry in row if entry.letter == first.letter]
    numbers = [entry.g.number for entry in cells]
    if first.symbol == "+":
        return sum(numbers) == first.number
    if first.symbol == "*":
        return prod(numbers) == first.number
    if first.symbol == "-":
        return max(numbers) - min(numbers) == first.number
    if first.symbol == "/":
        return max(numbers) == min(numbers) * first.number
    return numbers[0] == first.number
