"""Recurse through C without a limit, with nothing left to report the crash.

double: pass
secret: crashed
program: pass wrong
"""

import faulthandler
import sys


def double(value):
    return value * 2


def secret():
    faulthandler.disable()
    sys.setrecursionlimit(10**9)
    return endless(None)


def endless(_):
    return sorted([1], key=endless)


if __name__ == "__main__":
    print(double(int(input())))
