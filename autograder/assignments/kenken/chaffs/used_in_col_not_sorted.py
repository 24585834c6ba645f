"""The numbers are returned from top to bottom, not in increasing order.

caught by: used_in_col
"""


def used_in_col(puzzle: Puzzle, posn: Posn) -> list[int]:
    column = [row[posn.x] for row in puzzle.board]
    numbers = [entry.g.number if entry.guess else entry.number for entry in column]
    return [number for number in numbers if number != 0]
