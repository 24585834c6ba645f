"""seccomp: which system calls a process may make, from now on and for good.

It is a list of what is allowed, and looks at arguments: a list of what is forbidden would miss,
say, an `fcntl` that has the kernel send a signal to another process. The filter is a program of the
classic Berkeley packet filter, run by the kernel before each call.

Numbers: include/uapi/linux/{filter,bpf_common,seccomp,audit,fcntl,prctl}.h and
include/uapi/asm-generic/{fcntl,ioctls}.h.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from dataclasses import dataclass

from autograder.sandbox.linux import syscall_table
from autograder.sandbox.linux.syscall import PR_SET_SECCOMP, prctl
from autograder.sandbox.linux.syscall_table import Numbers

SECCOMP_MODE_FILTER = 2
KILL_PROCESS, ERRNO, ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
DENY = ERRNO | errno.EPERM
ABSENT = ERRNO | errno.ENOSYS
NO_ATTRIBUTES = ERRNO | errno.ENOTSUP
PRETEND = ERRNO
AUDIT_ARCHITECTURE = (0xC000003E, 0xC00000B7)
"""AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64."""

LOAD, AND, JUMP = 0x20, 0x54, 0x05
IF_EQUAL, IF_AT_LEAST, RETURN = 0x15, 0x35, 0x06
FARTHEST_BRANCH = 255
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""Where `struct seccomp_data` has them."""

OWN_PROCESS = 0x70C355ED
"""Stands for the process's own id, until there is one."""

Instruction = tuple[int, int, int, int]
"""Code, how far to jump if so, how far if not, operand."""


@dataclass(frozen=True)
class Check:
    """Holds when the lower half of an argument, masked, is one of the values.

    The kernel itself looks at no more than that half of the arguments that are checked here.
    """

    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF


Rule = int | tuple[Check, ...]
"""What to answer, or what has to hold for a call to be allowed."""

AF_UNIX, SOCK_STREAM, SOCKET_TYPE = 1, 1, 0xF
PR_SET_NAME, PR_GET_NAME = 15, 16
# F_DUPFD, F_GETFD to F_SETFL, record locks as SQLite has them, F_DUPFD_CLOEXEC. Not F_SETOWN,
# F_SETSIG, F_SETLEASE and F_NOTIFY, which send signals, nor locks that outlive their process.
DESCRIPTOR_COMMANDS = (0, 1, 2, 3, 4, 5, 6, 7, 1030)
# TCGETS, TIOCGWINSZ, FIONBIO, FIONREAD, FIONCLEX, FIOCLEX.
DEVICE_COMMANDS = (0x5401, 0x5413, 0x5421, 0x541B, 0x5450, 0x5451)
# Opening to read and truncating at once: Landlock before version 3 lets that empty a file.
O_TRUNC, O_ACCMODE = 0o1000, 0o3
OPENED = (0, 1, 2, 3, O_TRUNC | 1, O_TRUNC | 2, O_TRUNC | 3)

CHECKS: dict[str, tuple[Check, ...]] = {
    "kill": (Check(0, (OWN_PROCESS,)),),
    "tgkill": (Check(0, (OWN_PROCESS,)),),
    "prlimit64": (Check(0, (0, OWN_PROCESS)),),
    "prctl": (Check(0, (PR_SET_NAME, PR_GET_NAME)),),
    "fcntl": (Check(1, DESCRIPTOR_COMMANDS),),
    "ioctl": (Check(1, DEVICE_COMMANDS),),
    # A pair of datagram sockets could be made to send to any socket that has a path.
    "socketpair": (Check(0, (AF_UNIX,)), Check(1, (SOCK_STREAM,), SOCKET_TYPE)),
    "open": (Check(1, OPENED, O_TRUNC | O_ACCMODE),),
    "openat": (Check(2, OPENED, O_TRUNC | O_ACCMODE),),
}


def rules(architecture: int, *, paths: bool) -> dict[int, Rule]:
    """What is done about each number; about those that are not there, `DENY`.

    Without `paths`, no call may name or open a file.
    """
    groups: list[tuple[Numbers, int]] = [
        (syscall_table.DESCRIPTORS, ALLOW),
        (syscall_table.MEMORY, ALLOW),
        (syscall_table.SIGNALS, ALLOW),
        (syscall_table.TIME, ALLOW),
        (syscall_table.ABOUT, ALLOW),
        (syscall_table.RUNTIME, ALLOW),
        (syscall_table.CHECKED, ALLOW),
        (syscall_table.PATHS, ALLOW if paths else DENY),
        (syscall_table.PRETENDED, PRETEND),
        (syscall_table.ATTRIBUTES, NO_ATTRIBUTES),
        (syscall_table.ABSENT, ABSENT),
    ]
    found: dict[int, Rule] = {}
    for group, answer in groups:
        for name, numbers in group.items():
            number = numbers[architecture]
            if number is not None:
                found[number] = CHECKS.get(name, answer) if answer == ALLOW else answer
    return found


def assemble(architecture: int, *, paths: bool = True) -> bytes:
    """The filter as the kernel takes it, but for the process id.

    The number is searched by halves: on installing a filter the kernel runs it for every number.
    """
    decided = rules(architecture, paths=paths)
    spans: list[tuple[int, Rule]] = [(0, DENY)]
    for number in range(syscall_table.LAST_KNOWN + 1):
        rule = decided.get(number, DENY)
        if rule != spans[-1][1]:
            spans.append((number, rule))
    spans.append((syscall_table.LAST_KNOWN + 1, ABSENT))
    program = [
        (LOAD, 0, 0, ARCHITECTURE),
        (IF_EQUAL, 1, 0, AUDIT_ARCHITECTURE[architecture]),
        (RETURN, 0, 0, KILL_PROCESS),
        (LOAD, 0, 0, NUMBER),
        *_search([(first, _decide(rule)) for first, rule in spans]),
    ]
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def _decide(rule: Rule) -> list[Instruction]:
    if isinstance(rule, int):
        return [(RETURN, 0, 0, rule)]
    code: list[Instruction] = []
    for check in rule:
        code += [(LOAD, 0, 0, ARGUMENTS + 8 * check.argument), (AND, 0, 0, check.mask)]
        for left, value in zip(range(len(check.values), 0, -1), check.values, strict=True):
            code.append((IF_EQUAL, left, 0, value))
        code.append((RETURN, 0, 0, DENY))
    return [*code, (RETURN, 0, 0, ALLOW)]


def _search(spans: list[tuple[int, list[Instruction]]]) -> list[Instruction]:
    if len(spans) == 1:
        return spans[0][1]
    middle = len(spans) // 2
    below, above = _search(spans[:middle]), _search(spans[middle:])
    first = spans[middle][0]
    if len(below) <= FARTHEST_BRANCH:
        return [(IF_AT_LEAST, len(below), 0, first), *below, *above]
    return [(IF_AT_LEAST, 0, 1, first), (JUMP, 0, 0, len(below)), *below, *above]


class _Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def install(program: bytes) -> None:
    """Hold this process to an assembled filter. It must have given up new privileges before.

    Raises:
        OSError: the kernel has no seccomp filters.
    """
    own = program.replace(struct.pack("=I", OWN_PROCESS), struct.pack("=I", os.getpid()))
    passed = _Program(len(own) // 8, own)
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(passed))
