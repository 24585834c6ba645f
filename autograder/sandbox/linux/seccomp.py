"""seccomp: limits the system calls that a process may make, permanently.

The filter is an allow-list and checks arguments: a deny-list would miss, for example, an `fcntl`
that makes the kernel send a signal to another process. It is a classic BPF program, which the
kernel runs before each call. There are two: that of the jail, which its workers inherit, and a
short one that a worker adds.

Numbers: include/uapi/linux/{filter,bpf_common,seccomp,audit,fcntl,prctl}.h and
include/uapi/asm-generic/{fcntl,ioctls}.h.
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from autograder.sandbox.linux import syscall_table
from autograder.sandbox.linux.syscall import PR_SET_PDEATHSIG, PR_SET_SECCOMP, prctl
from autograder.sandbox.linux.syscall_table import Numbers

SECCOMP_MODE_FILTER = 2
KILL_PROCESS, ERRNO, ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
DENY = ERRNO | errno.EPERM
_ANSWER_ENOSYS = ERRNO | errno.ENOSYS
UNSUPPORTED = ERRNO | errno.ENOTSUP
PRETEND = ERRNO
AUDIT_ARCHITECTURE = (0xC000003E, 0xC00000B7)
"""AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64."""

LOAD, AND = 0x20, 0x54
IF_EQUAL, IF_AT_LEAST, RETURN = 0x15, 0x35, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""Offsets in `struct seccomp_data`."""

OWN_PROCESS = 0x70C355ED
"""A placeholder for the process's own id, replaced on installation."""

Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, operand."""


@dataclass(frozen=True)
class Check:
    """True if the lower half of an argument, masked, is one of the values.

    The kernel itself ignores the upper half of all arguments that are checked here.
    """

    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF


Action = int | tuple[Check, ...]
"""The result of a call, or the checks that must all be true for it to be allowed."""

FORK = (0x01200011, 0x11)
"""The flags of `clone` that glibc and musl use to fork: no thread, no namespace."""

AF_UNIX, SOCK_STREAM, SOCKET_TYPE = 1, 1, 0xF
PR_SET_NAME, PR_GET_NAME = 15, 16
# F_DUPFD, F_GETFD to F_SETFL, F_GETLK to F_SETLKW, F_DUPFD_CLOEXEC. Not F_SETOWN, F_SETSIG,
# F_SETLEASE and F_NOTIFY, which send signals, nor locks that outlive their process.
DESCRIPTOR_COMMANDS = (*range(8), 1030)
# TCGETS, TIOCGWINSZ, FIONBIO, FIONREAD, FIONCLEX, FIOCLEX, FICLONE.
DEVICE_COMMANDS = (0x5401, 0x5413, 0x5421, 0x541B, 0x5450, 0x5451, 0x40049409)
# O_TRUNC without write access is denied: Landlock before version 3 would let it empty a file.
O_TRUNC, O_ACCMODE = 0o1000, 0o3
OPENED = (0, 1, 2, 3, O_TRUNC | 1, O_TRUNC | 2, O_TRUNC | 3)

OF_WORKERS: dict[str, Action] = {
    "kill": (Check(0, (OWN_PROCESS,)),),
    "tgkill": (Check(0, (OWN_PROCESS,)),),
    "prlimit64": (Check(0, (0, OWN_PROCESS)),),
    "prctl": (Check(0, (PR_SET_NAME, PR_GET_NAME)),),
}
"""What the filter of a worker checks."""
CHECKS: dict[str, tuple[Check, ...]] = {
    "clone": (Check(0, FORK),),
    "prctl": (Check(0, (PR_SET_NAME, PR_GET_NAME, PR_SET_PDEATHSIG, PR_SET_SECCOMP)),),
    "fcntl": (Check(1, DESCRIPTOR_COMMANDS),),
    "ioctl": (Check(1, DEVICE_COMMANDS),),
    # A datagram socket could send to any socket that has a path.
    "socketpair": (Check(0, (AF_UNIX,)), Check(1, (SOCK_STREAM,), SOCKET_TYPE)),
    "open": (Check(1, OPENED, O_TRUNC | O_ACCMODE),),
    "openat": (Check(2, OPENED, O_TRUNC | O_ACCMODE),),
}


TABLES: tuple[tuple[Numbers, int], ...] = (
    (syscall_table.ALLOWED, ALLOW),
    (syscall_table.JAIL_ONLY, ALLOW),
    (syscall_table.PRETENDED, PRETEND),
    (syscall_table.ATTRIBUTES, UNSUPPORTED),
    (syscall_table.ABSENT, _ANSWER_ENOSYS),
)


def jail_filter(architecture: int) -> bytes:
    """Return the program of a jail in the kernel's format; it denies calls that are not listed."""
    actions = {name: CHECKS.get(name, action) for table, action in TABLES for name in table}
    return _packed(
        (LOAD, 0, 0, ARCHITECTURE),
        (IF_EQUAL, 1, 0, AUDIT_ARCHITECTURE[architecture]),
        (RETURN, 0, 0, KILL_PROCESS),
        *_branches(architecture, actions),
        (IF_AT_LEAST, 0, 1, syscall_table.LAST_KNOWN + 1),
        (RETURN, 0, 0, _ANSWER_ENOSYS),
        (RETURN, 0, 0, DENY),
    )


def worker_filter(architecture: int) -> bytes:
    """Return the program that a worker adds, except for the process id.

    The jail's has checked the architecture, and denied what it does not list.
    """
    actions = OF_WORKERS | dict.fromkeys(syscall_table.JAIL_ONLY, DENY)
    return _packed(*_branches(architecture, actions), (RETURN, 0, 0, ALLOW))


def _branches(architecture: int, actions: Mapping[str, Action]) -> Iterator[Instruction]:
    """Yield the instructions that answer these calls."""
    numbers = {name: pair[architecture] for table, _ in TABLES for name, pair in table.items()}
    yield LOAD, 0, 0, NUMBER
    for name, action in actions.items():
        if (number := numbers[name]) is not None:
            code = _compile(action)
            yield IF_EQUAL, 0, len(code), number
            yield from code


def _packed(*program: Instruction) -> bytes:
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def _compile(action: Action) -> list[Instruction]:
    if isinstance(action, int):
        return [(RETURN, 0, 0, action)]
    code: list[Instruction] = []
    for check in action:
        code += [(LOAD, 0, 0, ARGUMENTS + 8 * check.argument), (AND, 0, 0, check.mask)]
        for left, value in zip(range(len(check.values), 0, -1), check.values, strict=True):
            code.append((IF_EQUAL, left, 0, value))
        code.append((RETURN, 0, 0, DENY))
    return [*code, (RETURN, 0, 0, ALLOW)]


def install(program: bytes) -> None:
    """Apply a program to this process, which must have set no_new_privs before."""
    words = array("I", program.replace(_word(OWN_PROCESS), _word(os.getpid())))
    sock_fprog = struct.pack("@HP", len(program) // 8, words.buffer_info()[0])
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, sock_fprog)


def _word(value: int) -> bytes:
    return value.to_bytes(4, sys.byteorder)
