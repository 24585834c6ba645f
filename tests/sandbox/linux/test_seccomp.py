"""The system call filter: its tables compared with the kernel's, and its results."""

from __future__ import annotations

import errno
import os
import re
import struct
from pathlib import Path

import pytest

from autograder.sandbox.linux import seccomp, syscall, syscall_table

GROUPS: list[syscall_table.Numbers] = [
    value
    for name, value in vars(syscall_table).items()
    if name.isupper() and isinstance(value, dict)
]
HEADERS = {
    0: Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    1: Path("/usr/include/asm-generic/unistd.h"),
}
NEWER_THAN_HEADERS = {"fchmodat2": 452}
X86, ARM = 0, 1


@pytest.mark.parametrize("machine", HEADERS, ids=syscall.ARCHITECTURES)
@pytest.mark.skipif(not HEADERS[0].exists(), reason="the kernel's headers are in linux-libc-dev")
def test_numbers_are_the_kernels(machine: int) -> None:
    text = HEADERS[machine].read_text(encoding="utf-8")
    known = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text))
    if machine == ARM:
        known["newfstatat"] = known["fstatat"]
    for group in GROUPS:
        for name, numbers in group.items():
            number = numbers[machine]
            if name in known or name not in NEWER_THAN_HEADERS:
                assert known.get(name) == (None if number is None else str(number)), name
            else:
                assert number == NEWER_THAN_HEADERS[name]


@pytest.mark.parametrize("machine", HEADERS, ids=syscall.ARCHITECTURES)
@pytest.mark.skipif(not HEADERS[0].exists(), reason="the kernel's headers are in linux-libc-dev")
def test_forbidden_numbers_are_the_kernels(machine: int) -> None:
    text = HEADERS[machine].read_text(encoding="utf-8")
    known = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text))
    for name, number in FORBIDDEN[machine].items():
        assert known.get(name, str(number)) == str(number), name


def answer(machine: int, name: str | int, *arguments: int) -> int:
    """Return the result for a worker's call, which has to pass both filters."""
    programs = seccomp.jail_filter(machine), seccomp.worker_filter(machine)
    return min(run(program, machine, name, *arguments) for program in programs)


def run(program_text: bytes, machine: int, name: str | int, *arguments: int) -> int:
    """Return a filter's result for a call, by interpreting its instructions as the kernel does."""
    number = name if isinstance(name, int) else numbers_of(name)[machine]
    assert number is not None
    padded = [*arguments, *[0] * (6 - len(arguments))]
    masked = [value & (1 << 64) - 1 for value in padded]
    data = struct.pack("=iIQ6Q", number, (0xC000003E, 0xC00000B7)[machine], 0, *masked)
    program = list(struct.iter_unpack("=HBBI", program_text))
    loaded = position = 0
    while True:
        code, if_so, if_not, operand = program[position]
        position += 1
        if code == 0x06:
            return int(operand)
        if code == 0x20:
            (loaded,) = struct.unpack_from("=I", data, operand)
        elif code == 0x54:
            loaded &= operand
        elif code == 0x15:
            position += if_so if loaded == operand else if_not
        else:
            assert code == 0x35
            position += if_so if loaded >= operand else if_not


def numbers_of(name: str) -> tuple[int | None, int | None]:
    return next(group[name] for group in GROUPS if name in group)


ALLOW, DENY, PRETEND = 0x7FFF0000, 0x50000 | errno.EPERM, 0x50000
ABSENT, UNSUPPORTED = 0x50000 | errno.ENOSYS, 0x50000 | errno.ENOTSUP
OWN = seccomp.OWN_PROCESS
F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_SETOWN, F_SETSIG = 4, 5, 6, 7, 8, 10
F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_SETLEASE, F_SETPIPE_SZ = 36, 37, 38, 1024, 1031
MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE, MADV_NOHUGEPAGE = 4, 8, 14, 15
EFFECTS_ON_FILES = {
    "MADV_RANDOM": 1,
    "MADV_SEQUENTIAL": 2,
    "MADV_WILLNEED": 3,
    "MADV_REMOVE": 9,
    "MADV_MERGEABLE": 12,
    "MADV_COLD": 20,
    "MADV_PAGEOUT": 21,
    "MADV_POPULATE_READ": 22,
    "MADV_POPULATE_WRITE": 23,
    "MADV_COLLAPSE": 25,
}
RWF_NOWAIT, RWF_UNCACHED = 8, 128
TIOCSTI, FIONBIO = 0x5412, 0x5421
FICLONE, FICLONERANGE = 0x40049409, 0x4020940D
ANSWERS: list[tuple[str, tuple[int, ...], int]] = [
    ("read", (0,), ALLOW),
    ("mmap", (), ALLOW),
    ("exit_group", (), ALLOW),
    ("openat", (-100, 0, os.O_RDONLY), ALLOW),
    ("openat", (-100, 0, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), ALLOW),
    ("openat", (-100, 0, os.O_RDONLY | os.O_TRUNC), DENY),
    ("kill", (OWN, 9), ALLOW),
    ("kill", (OWN + 1, 0), DENY),
    ("kill", (0, 9), DENY),
    ("kill", (-1, 9), DENY),
    ("tgkill", (OWN, OWN, 6), ALLOW),
    ("tgkill", (1, 1, 6), DENY),
    ("prlimit64", (0, 7), ALLOW),
    ("prlimit64", (1, 7), DENY),
    ("prctl", (15,), ALLOW),
    ("prctl", (4, 1), DENY),
    ("fcntl", (3, F_SETFL), ALLOW),
    ("fcntl", (3, F_SETLK), PRETEND),
    ("fcntl", (3, F_SETLKW), PRETEND),
    ("fcntl", (3, F_GETLK), DENY),
    ("fcntl", (3, F_SETOWN), DENY),
    ("fcntl", (3, F_SETSIG), DENY),
    ("fcntl", (3, F_OFD_GETLK), DENY),
    ("fcntl", (3, F_OFD_SETLK), DENY),
    ("fcntl", (3, F_OFD_SETLKW), DENY),
    ("fcntl", (3, F_SETLEASE), DENY),
    ("fcntl", (3, F_SETPIPE_SZ), DENY),
    ("ioctl", (0, FIONBIO), ALLOW),
    ("ioctl", (0, TIOCSTI), DENY),
    ("ioctl", (4, FICLONE, 3), UNSUPPORTED),
    ("ioctl", (4, FICLONERANGE), DENY),
    ("socketpair", (1, 1 | 0o2000000), ALLOW),
    ("socketpair", (1, 2), DENY),
    ("socketpair", (2, 1), DENY),
    ("fchmodat", (), PRETEND),
    ("utimensat", (), PRETEND),
    ("fadvise64", (3, 0, 0, 4), PRETEND),
    ("sched_yield", (), PRETEND),
    *(("madvise", (0, 0, advice), DENY) for advice in EFFECTS_ON_FILES.values()),
    *(("madvise", (0, 0, advice), ALLOW) for advice in (MADV_DONTNEED, MADV_FREE)),
    *(("madvise", (0, 0, advice), ALLOW) for advice in (MADV_HUGEPAGE, MADV_NOHUGEPAGE)),
    *((name, (3, 0, 1, 0, 0, 0), ALLOW) for name in ("preadv2", "pwritev2")),
    *((name, (3, 0, 1, 0, 0, RWF_NOWAIT), DENY) for name in ("preadv2", "pwritev2")),
    *((name, (3, 0, 1, 0, 0, RWF_UNCACHED), DENY) for name in ("preadv2", "pwritev2")),
    ("clone3", (), ABSENT),
    ("openat2", (), ABSENT),
    ("listxattr", (), UNSUPPORTED),
]
FORBIDDEN = {
    X86: {
        "socket": 41,
        "connect": 42,
        "sendmsg": 46,
        "clone": 56,
        "fork": 57,
        "vfork": 58,
        "execve": 59,
        "truncate": 76,
        "ptrace": 101,
        "setuid": 105,
        "mknod": 133,
        "chroot": 161,
        "mount": 165,
        "unshare": 272,
        "inotify_init1": 294,
        "process_vm_readv": 310,
        "memfd_create": 319,
        "bpf": 321,
        "execveat": 322,
        "io_uring_setup": 425,
        "shmget": 29,
        "pidfd_send_signal": 424,
        "rt_sigqueueinfo": 129,
        "tkill": 200,
        "timer_create": 222,
        "perf_event_open": 298,
        "open_by_handle_at": 304,
        "landlock_restrict_self": 446,
        "mincore": 27,
        "readahead": 187,
        "sync_file_range": 277,
        "cachestat": 451,
        "process_madvise": 440,
        "remap_file_pages": 216,
        "msync": 26,
        "mlock": 149,
        "mlock2": 325,
        "flock": 73,
        "statfs": 137,
        "fstatfs": 138,
        "vmsplice": 278,
        "splice": 275,
    },
    ARM: {
        "socket": 198,
        "connect": 203,
        "sendmsg": 211,
        "clone": 220,
        "execve": 221,
        "ptrace": 117,
        "setuid": 146,
        "mknodat": 33,
        "chroot": 51,
        "mount": 40,
        "unshare": 97,
        "process_vm_readv": 270,
        "memfd_create": 279,
        "bpf": 280,
        "tkill": 130,
        "shmget": 194,
        "pidfd_send_signal": 424,
        "rt_sigqueueinfo": 138,
        "timer_create": 107,
        "mincore": 232,
        "readahead": 213,
        "sync_file_range": 84,
        "cachestat": 451,
        "process_madvise": 440,
        "remap_file_pages": 234,
        "msync": 227,
        "mlock": 228,
        "mlock2": 284,
        "flock": 32,
        "statfs": 43,
        "fstatfs": 44,
        "vmsplice": 75,
        "splice": 76,
    },
}


@pytest.mark.parametrize("machine", [X86, ARM], ids=syscall.ARCHITECTURES)
@pytest.mark.parametrize(("name", "arguments", "expected"), ANSWERS)
def test_filter(machine: int, name: str, arguments: tuple[int, ...], expected: int) -> None:
    assert answer(machine, name, *arguments) == expected


@pytest.mark.parametrize("machine", [X86, ARM], ids=syscall.ARCHITECTURES)
def test_filter_denies_unlisted_calls(machine: int) -> None:
    for name, number in FORBIDDEN[machine].items():
        assert answer(machine, number) == DENY, name
    assert answer(machine, 463) == answer(machine, 10_000) == ABSENT
    assert answer(machine, 0x40000000 | 1) == ABSENT  # The calls of x32.


def test_filter_kills_calls_of_another_architecture() -> None:
    program = list(struct.iter_unpack("=HBBI", seccomp.jail_filter(X86)))
    assert program[1][3] == 0xC000003E
    assert program[2] == (0x06, 0, 0, 0x80000000)


@pytest.mark.parametrize("machine", [X86, ARM], ids=syscall.ARCHITECTURES)
def test_only_the_jail_forks_and_kills(machine: int) -> None:
    jail = seccomp.jail_filter(machine)
    fork, thread = 0x01200011, 0x10F00
    for name, arguments in {"clone": (fork,), "kill": (OWN + 1, 9), "recvmsg": ()}.items():
        assert run(jail, machine, name, *arguments) == ALLOW
        assert answer(machine, name, *arguments) == DENY
    assert run(jail, machine, "clone", thread) == DENY
    assert run(jail, machine, "prctl", 4, 1) == DENY
