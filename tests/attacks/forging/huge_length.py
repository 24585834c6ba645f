"""Announce four gigabytes.

double: pass
secret: crashed
program: pass wrong
"""

import os


def double(value):
    return value * 2


def secret():
    os.write(61, b"\xff\xff\xff\xff")
    while True:
        os.write(61, b" " * 65536)


if __name__ == "__main__":
    print(double(int(input())))
