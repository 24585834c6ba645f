"""Raise its own limits, and remove the system call filter.

double: pass
secret: wrong
"""

import ctypes
import os
import resource

SECCOMP, LANDLOCK_RESTRICT_SELF = {"x86_64": 317, "aarch64": 277}[os.uname().machine], 446
libc = ctypes.CDLL(None)


def double(value):
    """Wrong once any of it has worked."""
    return value if value == 1 and any(raised()) else value * 2


def raised():
    for kind in range(16):
        soft, hard = resource.getrlimit(kind)
        for wanted in ((-1, -1), (soft, -1), (hard + 1, hard + 1)):
            if hard != resource.RLIM_INFINITY:
                both = (ctypes.c_ulong * 2)(*wanted)
                libc.setrlimit(kind, both)
                libc.prlimit(0, kind, both, None)
                libc.prlimit(os.getpid(), kind, both, None)
        yield resource.getrlimit(kind)[1] != hard


def secret():
    anything = (ctypes.c_uint16 * 4)(1)
    for operation in range(4):
        libc.syscall(SECCOMP, operation, 0, anything)
    libc.syscall(LANDLOCK_RESTRICT_SELF, -1, 0)
