"""Only the smallest number is guessed, so the search never tries another.

caught by: solve
"""

_neighbours = neighbours


def neighbours(puzzle):
    return _neighbours(puzzle)[:1]
