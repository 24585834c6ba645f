"""No number is expected to have two digits.

caught by: available_vals
"""

_available_vals = available_vals


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    return [number for number in _available_vals(puzzle, posn) if number < 10]
