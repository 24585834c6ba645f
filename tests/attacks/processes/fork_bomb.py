"""Fork endlessly, past every kind of refusal.

double: pass
secret: timed_out
program: pass wrong
"""

import ctypes
import os

libc = ctypes.CDLL(None)


def double(value):
    return value * 2


def secret():
    while True:
        libc.fork()
        libc.vfork()
        try:
            os.fork()
        except OSError:
            continue


if __name__ == "__main__":
    print(double(int(input())))
