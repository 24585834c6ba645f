"""Return a range too long to iterate over.

secret: wrong
"""


def secret():
    return range(10**30)
