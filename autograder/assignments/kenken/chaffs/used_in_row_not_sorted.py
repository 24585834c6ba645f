"""The numbers are returned from left to right, not in increasing order.

caught by: used_in_row
"""


def used_in_row(puzzle: Puzzle, posn: Posn) -> list[int]:
    row = puzzle.board[posn.y]
    numbers = [entry.g.number if entry.guess else entry.number for entry in row]
    return [number for number in numbers if number != 0]
