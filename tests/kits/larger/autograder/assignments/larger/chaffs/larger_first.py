"""The first is given.

caught by: larger
"""


def larger(a, b):
    return a
