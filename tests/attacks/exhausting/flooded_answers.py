"""Write an endless response.

double: pass
secret: crashed
program: pass wrong
"""

import os

ANSWERS = 61


def double(value):
    return value * 2


def secret():
    while True:
        os.write(ANSWERS, (1 << 20).to_bytes(4, "little") + b" " * 65536)


if __name__ == "__main__":
    print(double(int(input())))
