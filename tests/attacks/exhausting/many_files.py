"""Create files without limit, most of them hard links to one file, which cost the least.

double: pass
secret: crashed
program: pass wrong
"""

import itertools
import os


def double(value):
    return value * 2


def secret():
    for number in itertools.count():
        if number % 10_000 == 0:
            os.close(os.open(first := f"file{number}", os.O_CREAT))
        os.link(first, f"{number}")


if __name__ == "__main__":
    print(double(int(input())))
