"""The guesses are added up only until they reach the target.

caught by: guess_valid
"""

_guess_valid = guess_valid


def guess_valid(puzzle: Puzzle) -> bool:
    if puzzle.constraints[0].symbol != "+":
        return _guess_valid(puzzle)
    total = 0
    for row in puzzle.board:
        for entry in row:
            if entry.guess:
                total += entry.g.number
                if total == puzzle.constraints[0].number:
                    return True
    return False
