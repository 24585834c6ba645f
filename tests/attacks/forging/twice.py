"""Send the real response twice, with a changed method of the server, found through the frames.

double: pass
secret: crashed
program: pass wrong
"""

import os
import sys


def double(value):
    return value * 2


def secret():
    frame = sys._getframe()
    while "request" not in frame.f_locals:
        frame = frame.f_back
    frame.f_locals["self"].write_all = lambda data: os.write(61, data + data)


if __name__ == "__main__":
    print(double(int(input())))
