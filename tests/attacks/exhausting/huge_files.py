"""Fill the disk with sparse files, reserved space and plain data, file after file.

secret: crashed
"""

import contextlib
import ctypes
import itertools
import os

HUGE, PIECE = 1 << 40, 1 << 20
libc = ctypes.CDLL(None)
libc.fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_long, ctypes.c_long]


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
