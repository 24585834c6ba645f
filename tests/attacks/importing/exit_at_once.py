"""End the process at import, with the exit code of success.

double: not_run
secret: not_run
program: crashed
"""

import os

os._exit(0)


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
