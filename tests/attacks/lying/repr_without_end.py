"""Return an object whose repr never ends.

secret: timed_out
"""


class Endless:
    def __repr__(self):
        while True:
            pass


def secret():
    return Endless()
