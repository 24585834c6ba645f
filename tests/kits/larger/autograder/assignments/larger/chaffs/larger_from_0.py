"""0 is the least.

caught by: larger
"""


def larger(a, b):
    return _max([a, b, 0])
