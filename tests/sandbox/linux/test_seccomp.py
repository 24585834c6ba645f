"""The system call filter: its tables compared with the kernel's, and its results."""

from __future__ import annotations

import errno
import os
import re
import struct
from pathlib import Path

import pytest

from autograder.sandbox.linux import seccomp, syscall

GROUPS = [table for table, _ in seccomp.TABLES]
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
F_SETFL, F_SETOWN = 4, 8
F_OFD_SETLK, F_SETLEASE, F_SETPIPE_SZ = 37, 1024, 1031
TIOCSTI, FIONBIO = 0x5412, 0x5421
FORBIDDEN = {
    "socket": (41, 198),
    "execve": (59, 221),
    "ptrace": (101, 117),
    "setuid": (105, 146),
    "chroot": (161, 51),
    "mount": (165, 40),
    "unshare": (272, 97),
    "process_vm_readv": (310, 270),
    "bpf": (321, 280),
    "io_uring_setup": (425, 425),
    "shmget": (29, 194),
    "pidfd_send_signal": (424, 424),
    "mincore": (27, 232),
    "process_madvise": (440, 440),
    "flock": (73, 32),
    "splice": (275, 76),
    "setresuid": (117, 147),
    "capset": (126, 91),
    "setns": (308, 268),
    "personality": (135, 92),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "inotify_init1": (294, 26),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "add_key": (248, 217),
}
"""What would reach a network, another program, process, user, root or submission, or its files."""
ANSWERS: list[tuple[str, tuple[int, ...], int]] = [
    ("read", (0,), ALLOW),
    ("mmap", (), ALLOW),
    ("exit_group", (), ALLOW),
    ("openat", (-100, 0, os.O_RDONLY), ALLOW),
    ("openat", (-100, 0, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), ALLOW),
    ("openat", (-100, 0, os.O_RDONLY | os.O_TRUNC), DENY),
    ("kill", (OWN, 9), ALLOW),
    ("kill", (OWN + 1, 0), DENY),
    ("kill", (-1, 9), DENY),
    ("tgkill", (OWN, OWN, 6), ALLOW),
    ("tgkill", (1, 1, 6), DENY),
    ("prlimit64", (0, 7), ALLOW),
    ("prlimit64", (1, 7), DENY),
    ("prctl", (15,), ALLOW),
    ("prctl", (4, 1), DENY),
    ("fcntl", (3, F_SETFL), ALLOW),
    ("fcntl", (3, F_SETOWN), DENY),
    ("fcntl", (3, F_OFD_SETLK), DENY),
    ("fcntl", (3, F_SETLEASE), DENY),
    ("fcntl", (3, F_SETPIPE_SZ), DENY),
    ("ioctl", (0, FIONBIO), ALLOW),
    ("ioctl", (0, TIOCSTI), DENY),
    ("socketpair", (1, 1 | 0o2000000), ALLOW),
    ("socketpair", (1, 2), DENY),
    ("fchmodat", (), PRETEND),
    ("sched_yield", (), PRETEND),
    ("clone3", (), ABSENT),
    ("openat2", (), ABSENT),
    ("listxattr", (), UNSUPPORTED),
]


@pytest.mark.parametrize("machine", [X86, ARM], ids=syscall.ARCHITECTURES)
@pytest.mark.parametrize(("name", "arguments", "expected"), ANSWERS)
def test_filter(machine: int, name: str, arguments: tuple[int, ...], expected: int) -> None:
    assert answer(machine, name, *arguments) == expected


@pytest.mark.parametrize("machine", [X86, ARM], ids=syscall.ARCHITECTURES)
def test_filter_denies_unlisted_calls(machine: int) -> None:
    for name, numbers in FORBIDDEN.items():
        assert answer(machine, numbers[machine]) == DENY, name
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
