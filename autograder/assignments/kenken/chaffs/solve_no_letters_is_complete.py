"""A board without letters counts as complete, so the guesses of the last cage are not checked.

caught by: solve
"""

_find_blank = find_blank


def find_blank(puzzle):
    posn = _find_blank(puzzle)
    entries = [entry for row in puzzle.board for entry in row]
    return COMPLETE if not any(isinstance(entry.shows(), str) for entry in entries) else posn
