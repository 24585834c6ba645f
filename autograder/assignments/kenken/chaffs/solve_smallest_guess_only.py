"""Only the smallest number is guessed, as if the search came to the others by itself.

caught by: solve
"""

_neighbours = neighbours


def neighbours(puzzle):
    return _neighbours(puzzle)[:1]
