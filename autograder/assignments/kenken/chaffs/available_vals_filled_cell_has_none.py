"""No number is available for a cell that already has one.

caught by: available_vals
"""

_available_vals = available_vals


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    entry = puzzle.board[posn.y][posn.x]
    return [] if entry.guess or entry.number else _available_vals(puzzle, posn)
