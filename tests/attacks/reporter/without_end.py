"""Print endlessly, through the stream and through the buffer below it.

double: pass
secret: crashed
program: crashed
"""

import sys


def double(value):
    return value * 2


def secret():
    while True:
        try:
            sys.stdout.buffer.write(b"\x1b" * 65536)
        except Exception:
            continue


if __name__ == "__main__":
    while True:
        print("Score: 100 of 100")
