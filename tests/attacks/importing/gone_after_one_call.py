"""Remove the functions, and the module with them, after the first call.

double: pass
secret: wrong
program: pass wrong
"""

import sys


def double(value):
    module = sys.modules.pop(__name__)
    vars(module).clear()
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
