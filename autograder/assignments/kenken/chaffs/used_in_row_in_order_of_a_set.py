"""The numbers are returned in the order of a set, which increases only for small numbers.

caught by: used_in_row
"""


def used_in_row(puzzle, posn):
    entries = puzzle.board[posn.y]
    numbers = {entry.g.number if entry.guess else entry.number for entry in entries}
    return list(numbers - {0})
