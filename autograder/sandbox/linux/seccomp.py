"""seccomp: limits the system calls that a process may make, permanently.

The filter is an allow-list and checks arguments: a deny-list would miss, for example, an `fcntl`
that makes the kernel send a signal to another process. It is a classic BPF program, which the
kernel runs before each call. There are two: that of the jail, which its workers inherit, and a
short one that a worker adds.

Numbers: include/uapi/linux/{filter,bpf_common,seccomp,audit,fcntl,prctl}.h and
include/uapi/asm-generic/{fcntl,ioctls}.h; of the system calls,
arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h.
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from autograder.sandbox.linux.syscall import PR_SET_PDEATHSIG, PR_SET_SECCOMP, prctl

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

Numbers = dict[str, tuple[int | None, int | None]]
"""By name, on x86-64 and on aarch64; None if the architecture does not have the call."""


def _numbers(table: str) -> Numbers:
    rows = (row.split() for row in table.split(","))
    return {
        name: (None if x86 == "-" else int(x86), None if arm == "-" else int(arm))
        for name, x86, arm in rows
    }


LAST_KNOWN = 462
"""`mseal`, the last call of Linux 6.12, on both. For a worker, newer ones do not exist."""

# On open descriptors, new ones of which refer to no file or address; on private memory, which
# RLIMIT_AS limits; its own signal handlers and timers; clocks and sleep; information on itself and
# the machine, and waiting for children, of which it has none; what the C library needs to run; and
# calls that take a path, or open one. Some are allowed with certain arguments only: see `CHECKS`.
ALLOWED = _numbers("""
    read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68,
    preadv 295 69, pwritev 296 70, preadv2 327 286, pwritev2 328 287, lseek 8 62, close 3 57,
    close_range 436 436, dup 32 23, dup2 33 -, dup3 292 24, pipe 22 -, pipe2 293 59, fsync 74 82,
    fdatasync 75 83, ftruncate 77 46, fadvise64 221 223, sendfile 40 71, copy_file_range 326 285,
    poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create1 291 20, epoll_ctl 233 21,
    epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441, eventfd2 290 19, sendto 44 206,
    recvfrom 45 207, shutdown 48 210, getsockname 51 204, getpeername 52 205, getsockopt 55 209,
    socketpair 53 199, fcntl 72 25, ioctl 16 29,

    mmap 9 222, mprotect 10 226, munmap 11 215, mremap 25 216, brk 12 214, madvise 28 233,

    rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136,
    rt_sigtimedwait 128 137, rt_sigsuspend 130 133, sigaltstack 131 132, pause 34 -, alarm 37 -,
    getitimer 36 102, setitimer 38 103, restart_syscall 219 128, kill 62 129, tgkill 234 131,

    nanosleep 35 101, clock_nanosleep 230 115, clock_gettime 228 113, clock_getres 229 114,
    gettimeofday 96 169, time 201 -, times 100 153,

    getpid 39 172, gettid 186 178, getppid 110 173, getpgrp 111 -, getpgid 121 155,
    getsid 124 156, getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177,
    getgroups 115 158, getresuid 118 148, getresgid 120 150, getrlimit 97 163, getrusage 98 165,
    uname 63 160, sysinfo 99 179, getcpu 309 168, getpriority 140 141, sched_getaffinity 204 123,
    getrandom 318 278, umask 95 166, wait4 61 260, waitid 247 95, prlimit64 302 261, prctl 157 167,

    futex 202 98, set_tid_address 218 96, set_robust_list 273 99, rseq 334 293, exit 60 93,
    exit_group 231 94,

    open 2 -, openat 257 56, creat 85 -, stat 4 -, lstat 6 -, newfstatat 262 79, fstat 5 80,
    statx 332 291, access 21 -, faccessat 269 48, faccessat2 439 439, readlink 89 -,
    readlinkat 267 78, getdents 78 -, getdents64 217 61, getcwd 79 17, chdir 80 49, fchdir 81 50,
    rename 82 -, renameat 264 38, renameat2 316 276, mkdir 83 -, mkdirat 258 34, rmdir 84 -,
    unlink 87 -, unlinkat 263 35, link 86 -, linkat 265 37
""")

# Allowed to the jail, which forks and kills workers and restricts them further; never to a worker.
JAIL_ONLY = _numbers("""
    clone 56 220, fork 57 -, recvmsg 47 212, landlock_create_ruleset 444 444,
    landlock_add_rule 445 445, landlock_restrict_self 446 446
""")

# These pretend to succeed, so that `shutil.copy` works; modes, owners and times do not change. Nor
# does a worker let others run: it would wait without end, and time in which it waits for a core
# does not count.
PRETENDED = _numbers("""
    chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, chown 92 -, fchown 93 55,
    lchown 94 -, fchownat 260 54, utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88,
    sched_yield 24 124
""")

# These fail as if files had no extended attributes, which `shutil.copy2` reads.
ATTRIBUTES = _numbers("""
    listxattr 194 11, llistxattr 195 12, flistxattr 196 13, getxattr 191 8, lgetxattr 192 9,
    fgetxattr 193 10, setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7
""")

# These fail as on an older kernel, so that callers use something else.
ABSENT = _numbers("""
    clone3 435 435, openat2 437 437
""")

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
    (ALLOWED, ALLOW),
    (JAIL_ONLY, ALLOW),
    (PRETENDED, PRETEND),
    (ATTRIBUTES, UNSUPPORTED),
    (ABSENT, _ANSWER_ENOSYS),
)


def jail_filter(architecture: int) -> bytes:
    """Return the program of a jail in the kernel's format; it denies calls that are not listed."""
    actions = {name: CHECKS.get(name, action) for table, action in TABLES for name in table}
    return _packed(
        (LOAD, 0, 0, ARCHITECTURE),
        (IF_EQUAL, 1, 0, AUDIT_ARCHITECTURE[architecture]),
        (RETURN, 0, 0, KILL_PROCESS),
        *_branches(architecture, actions),
        (IF_AT_LEAST, 0, 1, LAST_KNOWN + 1),
        (RETURN, 0, 0, _ANSWER_ENOSYS),
        (RETURN, 0, 0, DENY),
    )


def worker_filter(architecture: int) -> bytes:
    """Return the program that a worker adds, except for the process id.

    The jail's has checked the architecture, and denied what it does not list.
    """
    actions = OF_WORKERS | dict.fromkeys(JAIL_ONLY, DENY)
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
