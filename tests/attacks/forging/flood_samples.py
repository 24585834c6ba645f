"""Write to the pipe for samples endlessly, faster than the judge empties it.

double: pass
secret: timed_out
program: pass wrong
"""

import os


def double(value):
    return value * 2


def secret():
    flood = b"\n@" + b"[" * (8 << 20)
    while True:
        os.write(62, flood)


if __name__ == "__main__":
    print(double(int(input())))
