"""Load, evict and look for pages of the submission, by the calls for mapped memory.

double: pass
secret: wrong
"""

import ctypes
import mmap
import os

import stage

MADV_PAGEOUT, MADV_POPULATE_READ = 21, 22
MINCORE, READAHEAD, CACHESTAT = {
    "x86_64": (27, 187, 451),
    "aarch64": (232, 213, 451),
}[os.uname().machine]
PAGE = os.sysconf("SC_PAGE_SIZE")
libc = ctypes.CDLL(None)
file = os.open(stage.__file__, os.O_RDONLY)
mapped = mmap.mmap(file, 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
place = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(mapped)))


def double(value):
    """Wrong if a call works by which tests could tell each other something."""
    return value if loaded() or told() else value * 2


def loaded():
    size = ctypes.c_size_t(PAGE)
    return [
        libc.madvise(place, size, MADV_PAGEOUT),
        libc.madvise(place, size, MADV_POPULATE_READ),
        libc.syscall(READAHEAD, file, ctypes.c_long(0), size),
    ] != [-1, -1, -1]


def told():
    present, size = ctypes.create_string_buffer(1), ctypes.c_size_t(PAGE)
    span, counts = (ctypes.c_uint64 * 2)(0, PAGE), (ctypes.c_uint64 * 5)()
    return [
        libc.syscall(MINCORE, place, size, present),
        libc.syscall(CACHESTAT, file, span, counts, 0),
    ] != [-1, -1]


def secret():
    return loaded() or told()
