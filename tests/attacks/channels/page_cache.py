"""Leave a note for the next test in which pages of a library the kernel keeps in memory.

double: pass
secret: wrong
"""

import _pydecimal
import os

from stage import TOKEN

BITS = f"{int(TOKEN[-5:], 16):020b}"
PAGE = os.sysconf("SC_PAGE_SIZE")


def double(value):
    """Wrong once an earlier test has left a note; noted by everyone."""
    told = noted()
    note()
    return value if told else value * 2


def library():
    return os.open(_pydecimal.__file__, os.O_RDONLY)


def noted():
    try:
        file = library()
        return "".join(str(int(is_kept(file, page))) for page in range(len(BITS))) == BITS
    except OSError:
        return False


def is_kept(file, page):
    try:
        return os.preadv(file, [bytearray(1)], page * PAGE, os.RWF_NOWAIT) == 1
    except BlockingIOError:
        return False


def note():
    try:
        file = library()
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_RANDOM)
        for page, bit in enumerate(BITS):
            if bit == "1":
                os.pread(file, 1, page * PAGE)
    except OSError:
        pass


def secret():
    return noted() or note()
