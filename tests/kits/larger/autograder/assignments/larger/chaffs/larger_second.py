"""The second is given.

caught by: larger
"""


def larger(a, b):
    return b
