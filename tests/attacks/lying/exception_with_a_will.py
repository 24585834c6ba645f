"""Raise an exception whose text never ends, of a class with false bases.

secret: timed_out
"""


class Meta(type):
    def mro(cls):
        return [cls, *Exception.__mro__]

    def __instancecheck__(cls, instance):
        return True


class Willful(Exception, metaclass=Meta):
    def __str__(self):
        while True:
            pass


def secret():
    raise Willful
