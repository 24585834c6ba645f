"""Change the library in memory that all workers inherit, and its files.

double: pass
secret: wrong
"""

import contextlib
import ctypes
import mmap
import os
import sys

PROT_READ, PROT_WRITE = 1, 2
libc = ctypes.CDLL(None, use_errno=True)


def places():
    """The address of the library's bytecode, wherever it is inherited."""
    for finder in sys.meta_path:
        content = getattr(finder, "content", None)
        if content is not None:
            buffer = (ctypes.c_ssize_t * 16)()  # A Py_buffer, which begins with the address.
            if ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(content), buffer, 0) == 0:
                yield buffer[0]


def double(value):
    """Wrong once an earlier test has changed what is inherited; changed by everyone."""
    told = noted()
    note()
    return value if told else value * 2


def noted():
    return any(ctypes.string_at(place, 4) == b"note" for place in places())


def note():
    for place in places():
        page = ctypes.c_void_p(place - place % mmap.PAGESIZE)
        if libc.mprotect(page, ctypes.c_size_t(mmap.PAGESIZE), PROT_READ | PROT_WRITE) == 0:
            ctypes.memmove(place, b"note", 4)
    for number in range(3, 64):
        with contextlib.suppress(OSError):
            os.pwrite(number, b"note", 0)


def secret():
    with contextlib.suppress(OSError):
        return open(os.__file__).read()
    return noted() or note()
