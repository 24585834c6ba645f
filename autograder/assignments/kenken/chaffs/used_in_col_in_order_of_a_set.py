"""The numbers are returned in the order of a set, which increases only for small numbers.

caught by: used_in_col
"""


def used_in_col(puzzle, posn):
    entries = [row[posn.x] for row in puzzle.board]
    numbers = {entry.g.number if entry.guess else entry.number for entry in entries}
    return list(numbers - {0})
