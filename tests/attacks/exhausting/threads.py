"""Start threads without limit, past Python and past the C library.

double: pass
secret: crashed
"""

import _thread
import ctypes
import platform
import time

CLONE = 56 if platform.machine() == "x86_64" else 220
SHARED = 0x100 | 0x200 | 0x400 | 0x800 | 0x10000 | 0x40000
libc = ctypes.CDLL(None)


def double(value):
    """Wrong once there is a thread."""
    return value if value == 1 and any(started()) else value * 2


def started():
    entry = ctypes.cast(libc.pause, ctypes.c_void_p)
    yield libc.pthread_create(ctypes.byref(ctypes.c_ulong()), None, entry, None) == 0
    yield libc.syscall(CLONE, SHARED, None, None, None, None) > 0
    asked = (ctypes.c_uint64 * 11)(SHARED)
    yield libc.syscall(435, asked, ctypes.sizeof(asked)) > 0
    for size in (0, 32768):
        try:
            _thread.stack_size(size)
            _thread.start_new_thread(time.sleep, (9,))
        except (OSError, RuntimeError, ValueError):  # Newer Pythons need larger stacks.
            continue
        yield True


def secret():
    while True:
        _thread.start_new_thread(time.sleep, (9,))
