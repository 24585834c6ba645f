"""Create files without limit in a folder that can be entered but neither listed nor removed.

double: pass
secret: crashed
program: pass wrong
"""

import itertools
import os

ENTERED, NOTHING = 0o300, 0


def double(value):
    return value * 2


def secret():
    os.umask(0)
    os.mkdir("closed", NOTHING)
    os.mkdir("entered", ENTERED)
    os.chdir("entered")
    os.close(os.open("file", os.O_CREAT, NOTHING))
    for number in itertools.count():
        os.link("file", f"{number}")


if __name__ == "__main__":
    print(double(int(input())))
