"""Raise exception groups, nested hundreds deep, with causes that form a ring.

double: pass
secret: crashed
program: pass wrong
"""


def double(value):
    return value * 2


def secret():
    error = ValueError("inmost")
    for depth in range(900):
        group = ExceptionGroup("x" * 1000, [error])
        group.__cause__, error = error, group
    raise error from KeyError(error)


if __name__ == "__main__":
    print(double(int(input())))
