"""Linux system calls that Python does not wrap. Numbers: include/uapi/linux/prctl.h."""

from __future__ import annotations

import ctypes
import os

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

ARCHITECTURES = ("x86_64", "aarch64")
"""The supported architectures, in the order of the columns in `syscall_table`."""

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def architecture() -> int | None:
    """Return this machine's index in `ARCHITECTURES`, or None."""
    machine = os.uname().machine
    return ARCHITECTURES.index(machine) if machine in ARCHITECTURES else None


def system_call(number: int, *arguments: int | bytes | None) -> int:
    """Make a system call; integers are passed as 64 bits, bytes as a pointer to them.

    Raises:
        OSError: the kernel refused.
    """
    passed = (ctypes.c_long(a) if isinstance(a, int) else a for a in arguments)
    result = int(_libc.syscall(ctypes.c_long(number), *passed))
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def prctl(option: int, value: int, more: int = 0) -> None:
    """Set an attribute of this process.

    Raises:
        OSError: the kernel refused.
    """
    if _libc.prctl(ctypes.c_int(option), *map(ctypes.c_ulong, (value, more, 0, 0))) < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
