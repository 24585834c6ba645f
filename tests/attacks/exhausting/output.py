"""Print endlessly, through the streams and past them, and continue when that is refused.

double: crashed pass
secret: timed_out
"""

import os
import sys


def double(value):
    if value == 1:
        while True:
            print("x" * 10_000)
    if value == 2:
        os.write(1, b"x" * (64 << 20))
        os.write(2, b"x" * (64 << 20))
    return value * 2


def secret():
    while True:
        for stream in (sys.stdout, sys.stderr, sys.__stdout__.buffer):
            try:
                stream.write("\x1b[2J" * 50_000)
            except BaseException:
                continue
