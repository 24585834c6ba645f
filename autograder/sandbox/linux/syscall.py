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
"""The supported architectures, in the order of the columns in `seccomp`."""

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
_libc.syscall.argtypes = (ctypes.c_long, *(ctypes.c_void_p,) * 4)
_libc.prctl.argtypes = (ctypes.c_int, *(ctypes.c_void_p,) * 4)


def architecture() -> int | None:
    """Return this machine's index in `ARCHITECTURES`, or None."""
    machine = os.uname().machine
    return ARCHITECTURES.index(machine) if machine in ARCHITECTURES else None


Argument = int | bytes
"""Integers are passed as 64 bits, bytes as a pointer to them."""


def system_call(number: int, a: Argument = 0, b: Argument = 0, c: Argument = 0) -> int:
    """Make a system call.

    Raises:
        OSError: the kernel refused.
    """
    return _checked(_libc.syscall(number, a, b, c, 0))


def prctl(option: int, value: int, more: Argument = 0) -> None:
    """Set an attribute of this process.

    Raises:
        OSError: the kernel refused.
    """
    _checked(_libc.prctl(option, value, more, 0, 0))


def _checked(result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
