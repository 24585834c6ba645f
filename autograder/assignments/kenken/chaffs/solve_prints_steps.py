"""Each step is printed for debugging.

caught by: solve
"""

_neighbours = neighbours


def neighbours(puzzle):
    print(puzzle)
    return _neighbours(puzzle)
