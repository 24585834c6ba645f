"""Raise an exception whose text never ends, of a class with false bases.

double: pass
secret: timed_out
program: pass wrong
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


def double(value):
    return value * 2


def secret():
    raise Willful


if __name__ == "__main__":
    print(double(int(input())))
