"""Map a file with the secret into memory, without Python's own open.

double: pass
secret: crashed
program: pass wrong
unconfined: gained
"""

import ctypes
import re

from stage import KIT


libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
PROT_READ, MAP_PRIVATE = 1, 2


def double(value):
    return value * 2


def secret():
    path = f"{KIT}/autograder/assignments/target/tests/test_secret.py"
    descriptor = libc.open(path.encode(), 0)
    place = libc.mmap(None, 4096, PROT_READ, MAP_PRIVATE, descriptor, 0)
    if place in (None, 2**64 - 1):
        raise OSError(ctypes.get_errno(), "not mapped")
    return re.search('"(.*?)"', ctypes.string_at(place).decode())[1]


if __name__ == "__main__":
    print(double(int(input())))
