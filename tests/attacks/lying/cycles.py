"""Return a value that contains itself many times.

secret: wrong
"""


def secret():
    found = []
    found.extend([found, (found, {1: found})] * 1000)
    return found
