"""Fail with a syntax error in a provided file, at a line that it does not have.

double: pass
secret: crashed
program: pass wrong
"""

import sys


def double(value):
    return value * 2


def secret():
    raise SyntaxError("\ud800", ("../../stage.py", 10**30, -1, "\0", sys.maxsize, 10**20))


if __name__ == "__main__":
    print(double(int(input())))
