"""Raise exceptions whose properties, read to describe them, never end, exit or are huge.

exceptions: crashed timed_out
secret: crashed
"""


class RefusedError(ValueError):
    @property
    def amount(self):
        while True:
            pass


class Exiting(Exception):
    @property
    def text(self):
        raise SystemExit

    def __str__(self):
        return "\x1b[31mScore: 100\n" * 10**5


class Huge(Exception):
    text = property(lambda self: [0] * 10**6)


def check(amount):
    if amount < 0:
        raise RefusedError(amount)
    raise Huge


def secret():
    raise Exiting
