"""Recurse in C: comparing, hashing or freeing these nested values overflows the stack.

secret: crashed
"""

import sys

DEPTH = 60_000


def nested():
    value = None
    for _ in range(DEPTH):
        value = (value,)
    return value


def down(left):
    return left and down(left - 1)


def secret():
    sys.setrecursionlimit(DEPTH)
    one, other = nested(), nested()
    for way in (lambda: down(DEPTH), lambda: one == other, lambda: hash(one)):
        try:
            way()
        except (RecursionError, MemoryError):
            continue
    raise RecursionError("deeper\n" * 100_000)
