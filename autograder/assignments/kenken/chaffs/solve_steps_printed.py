"""Each step is printed, as that was of help in finding a mistake.

caught by: solve
"""

_neighbours = neighbours


def neighbours(puzzle):
    print(puzzle)
    return _neighbours(puzzle)
