"""Close the pipes for responses and samples, and continue.

double: pass
secret: crashed
program: pass wrong
"""

import os


def double(value):
    return value * 2


def secret():
    os.close(61)
    os.close(62)
    while True:
        pass


if __name__ == "__main__":
    print(double(int(input())))
