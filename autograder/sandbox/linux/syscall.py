"""Linux system calls that Python does not wrap. Numbers: include/uapi/linux/prctl.h."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterable
from typing import Any

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

ARCHITECTURES = ("x86_64", "aarch64")
"""The supported architectures, in the order of the columns in `syscall_table`."""

_libc = ctypes.CDLL(None, use_errno=True)
_syscall = _libc.syscall
_syscall.restype = ctypes.c_long


def architecture() -> int | None:
    """Return this machine's index in `ARCHITECTURES`, or None."""
    machine = os.uname().machine
    return ARCHITECTURES.index(machine) if machine in ARCHITECTURES else None


Call = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function of this module's or of `os`, and its arguments."""


def make_calls(calls: Iterable[Call]) -> None:
    """Make calls one after another.

    They are prepared before a fork and made in the child, where each object that is used for the
    first time costs a page to be copied.

    Raises:
        OSError: the kernel refused.
    """
    for function, arguments in calls:
        result = function(*arguments)
        if type(result) is int and result < 0:
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error))


def prepared(number: int, *arguments: int | bytes | None) -> Call:
    """Return a system call; integers are passed as 64 bits, bytes as a pointer to them."""
    passed = (ctypes.c_long(a) if isinstance(a, int) else a for a in arguments)
    return _syscall, (ctypes.c_long(number), *passed)


def prepared_prctl(option: int, value: int, more: int = 0) -> Call:
    """Return a call that sets an attribute of the process that makes it."""
    numbers = (value, more, 0, 0)
    return _libc.prctl, (ctypes.c_int(option), *map(ctypes.c_ulong, numbers))


def system_call(number: int, *arguments: int | bytes | None) -> int:
    """Make a system call; integers are passed as 64 bits, bytes as a pointer to them.

    Raises:
        OSError: the kernel refused.
    """
    function, passed = prepared(number, *arguments)
    result = int(function(*passed))
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process.

    Raises:
        OSError: the kernel refused.
    """
    make_calls([prepared_prctl(option, value)])
