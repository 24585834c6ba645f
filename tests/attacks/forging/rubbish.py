"""Fill the pipe for responses with random bytes, as fast as it takes them.

double: pass
secret: crashed
program: pass wrong
"""

import os


def double(value):
    return value * 2


def secret():
    while True:
        os.write(61, os.urandom(65536))


if __name__ == "__main__":
    print(double(int(input())))
