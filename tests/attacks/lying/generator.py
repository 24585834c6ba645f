"""Return a generator that never ends.

secret: wrong
"""


def endless():
    while True:
        yield 1


def secret():
    return endless()
