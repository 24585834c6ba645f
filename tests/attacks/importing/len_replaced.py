"""Replace len, with which the worker measures its responses.

double: not_run
secret: not_run
program: crashed
"""

import builtins

builtins.len = lambda _: 7


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
