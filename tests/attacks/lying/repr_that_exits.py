"""Return an object whose repr ends the process as a program may.

double: pass
secret: crashed
program: pass wrong
"""

import sys


class Exiting:
    def __repr__(self):
        sys.exit(0)


def double(value):
    return value * 2


def secret():
    return Exiting()


if __name__ == "__main__":
    print(double(int(input())))
