"""Print and raise a line of a megabyte.

double: pass
secret: crashed
program: wrong
"""

import sys


def double(value):
    return value * 2


def secret():
    print("x" * 99_000)
    print("\t" * 99_000, file=sys.stderr)
    raise ValueError("y" * 1_000_000)


if __name__ == "__main__":
    print("8" * 99_000)
