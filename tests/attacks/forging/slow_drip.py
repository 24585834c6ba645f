"""Send a response one byte at a time, so that it always seems about to arrive.

double: pass
secret: timed_out
program: pass wrong
"""

import os
import time


def double(value):
    return value * 2


def secret():
    os.write(61, (4 << 20).to_bytes(4, "little"))
    while True:
        os.write(61, b"[")
        time.sleep(0.02)


if __name__ == "__main__":
    print(double(int(input())))
