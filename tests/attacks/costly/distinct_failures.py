"""Fail each call with a long message of its own, from a stack of its own.

double: crashed
secret: crashed
program: crashed
"""

import os


def double(value):
    name = os.urandom(8).hex()
    source = f"def f{name}(depth):\n    return f{name}(depth - 1) if depth else 1 // 0"
    space = {}
    exec(compile(source, __file__, "exec"), space)
    try:
        space[f"f{name}"](200)
    except ZeroDivisionError as error:
        raise ValueError(name * 100_000) from error


def secret():
    return double(0)


if __name__ == "__main__":
    print(double(int(input())))
