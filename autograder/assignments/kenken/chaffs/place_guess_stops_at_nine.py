"""No number is expected to have two digits.

caught by: place_guess
"""

_place_guess = place_guess


def place_guess(puzzle: Puzzle, posn: Posn, value: int) -> list[list[Entry]]:
    return _place_guess(puzzle, posn, value) if value in range(1, 10) else copy_board(puzzle.board)
