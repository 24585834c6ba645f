"""Announce a response, write half of it, and close the pipes.

double: pass
secret: crashed
program: pass wrong
"""

import os


def double(value):
    return value * 2


def secret():
    os.write(61, (1000).to_bytes(4, "little") + b'{"value":' * 50)
    for pipe in (60, 61, 62):
        os.close(pipe)
    os._exit(0)


if __name__ == "__main__":
    print(double(int(input())))
