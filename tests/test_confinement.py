"""The mechanisms of confinement, each by itself: tables, filters, plans and the doctor."""

from __future__ import annotations

import errno
import os
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.sandbox import (
    confinement,
    doctor,
    kernel,
    landlock,
    library,
    scratch,
    seccomp,
    syscalls,
)
from autograder.sandbox.confinement import CHROOT, LANDLOCK, NO_FILES, Confinement, Ground, Plan

MEMORY = 1 << 30
GROUPS: list[syscalls.Numbers] = [
    value for name, value in vars(syscalls).items() if name.isupper() and isinstance(value, dict)
]
HEADERS = {
    0: Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    1: Path("/usr/include/asm-generic/unistd.h"),
}
NEWER_THAN_HEADERS = {"fchmodat2": 452}
X86, ARM = 0, 1


@pytest.mark.parametrize("machine", HEADERS, ids=kernel.ARCHITECTURES)
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


def answer(machine: int, name: str | int, *arguments: int, paths: bool = True) -> int:
    """What a filter answers to a call: its instructions, carried out as the kernel does."""
    number = name if isinstance(name, int) else numbers_of(name)[machine]
    assert number is not None
    padded = [*arguments, *[0] * (6 - len(arguments))]
    masked = [value & (1 << 64) - 1 for value in padded]
    data = struct.pack("=iIQ6Q", number, (0xC000003E, 0xC00000B7)[machine], 0, *masked)
    program = list(struct.iter_unpack("=HBBI", seccomp.assemble(machine, paths=paths)))
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
        elif code == 0x05:
            position += operand
        elif code == 0x15:
            position += if_so if loaded == operand else if_not
        else:
            assert code == 0x35
            position += if_so if loaded >= operand else if_not


def numbers_of(name: str) -> tuple[int | None, int | None]:
    return next(group[name] for group in GROUPS if name in group)


ALLOW, DENY, PRETEND = 0x7FFF0000, 0x50000 | errno.EPERM, 0x50000
ABSENT, NO_ATTRIBUTES = 0x50000 | errno.ENOSYS, 0x50000 | errno.ENOTSUP
OWN = seccomp.OWN_PROCESS
F_SETOWN, F_SETSIG, F_SETLEASE, F_SETPIPE_SZ, F_SETFL, F_SETLK = 8, 10, 1024, 1031, 4, 6
TIOCSTI, FIONBIO = 0x5412, 0x5421
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
    ("fcntl", (3, F_SETLK), ALLOW),
    ("fcntl", (3, F_SETOWN), DENY),
    ("fcntl", (3, F_SETSIG), DENY),
    ("fcntl", (3, F_SETLEASE), DENY),
    ("fcntl", (3, F_SETPIPE_SZ), DENY),
    ("ioctl", (0, FIONBIO), ALLOW),
    ("ioctl", (0, TIOCSTI), DENY),
    ("socketpair", (1, 1 | 0o2000000), ALLOW),
    ("socketpair", (1, 2), DENY),
    ("socketpair", (2, 1), DENY),
    ("fchmodat", (), PRETEND),
    ("utimensat", (), PRETEND),
    ("clone3", (), ABSENT),
    ("openat2", (), ABSENT),
    ("listxattr", (), NO_ATTRIBUTES),
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
    },
}


@pytest.mark.parametrize("machine", [X86, ARM], ids=kernel.ARCHITECTURES)
@pytest.mark.parametrize(("name", "arguments", "expected"), ANSWERS)
def test_filter(machine: int, name: str, arguments: tuple[int, ...], expected: int) -> None:
    assert answer(machine, name, *arguments) == expected


@pytest.mark.parametrize("machine", [X86, ARM], ids=kernel.ARCHITECTURES)
def test_filter_denies_what_it_does_not_know(machine: int) -> None:
    for name, number in FORBIDDEN[machine].items():
        assert answer(machine, number) == DENY, name
    assert answer(machine, 463) == answer(machine, 10_000) == ABSENT
    assert answer(machine, 0x40000000 | 1) == ABSENT  # The calls of x32.


def test_filter_kills_calls_of_another_architecture() -> None:
    program = list(struct.iter_unpack("=HBBI", seccomp.assemble(X86)))
    assert program[1][3] == 0xC000003E
    assert program[2] == (0x06, 0, 0, 0x80000000)


@pytest.mark.parametrize("machine", [X86, ARM], ids=kernel.ARCHITECTURES)
def test_filter_without_files_lets_none_be_named(machine: int) -> None:
    for name, numbers in syscalls.PATHS.items():
        if numbers[machine] is not None:
            assert answer(machine, name, paths=False) == DENY, name
    assert answer(machine, "read", paths=False) == ALLOW


@pytest.mark.parametrize("abi", [1, 2, 3, 4, 5, 6, 7])
def test_every_version_of_landlock_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abi: int
) -> None:
    if abi > landlock.version():
        pytest.skip("newer than this kernel's")
    monkeypatch.setattr(landlock, "version", lambda: abi)
    ready = Confinement(Plan(LANDLOCK), ground(tmp_path))
    assert confinement.works(ready) == ""


def ground(place: Path, box: Path | None = None) -> Ground:
    return Ground(str(place), MEMORY, [str(box or place)], library.readable([]))


def plan_for(files: str) -> Plan:
    return Plan(files, confinement.unused_user() if files == CHROOT else None)


@pytest.mark.parametrize("files", [LANDLOCK, CHROOT, NO_FILES])
def test_plan_without_seccomp_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: str
) -> None:
    if files == CHROOT and os.geteuid() != 0:
        pytest.skip("only root can change its root folder")
    (tmp_path / "box").mkdir()
    tmp_path.chmod(0o711)
    monkeypatch.setattr(seccomp, "install", lambda _program: None)
    ready = Confinement(plan_for(files), ground(tmp_path, tmp_path / "box"))
    assert "it could open a socket" in confinement.works(ready)


def test_plan_without_landlock_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(landlock.Ruleset, "restrict", lambda _rules: None)
    ready = Confinement(Plan(LANDLOCK), ground(tmp_path))
    told = confinement.works(ready)
    assert told.startswith("it could read a private file; it could write outside of its folder")


def test_plan_that_hides_the_library_is_not_believed(tmp_path: Path) -> None:
    ready = Confinement(Plan(LANDLOCK), replace(ground(tmp_path), readable=[]))
    assert confinement.works(ready) == "it could not read Python's library"


def refused(number: int) -> Callable[[], int]:
    def version() -> int:
        raise OSError(number, os.strerror(number))

    return version


def test_plans_are_tried_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", refused(errno.ENOSYS))
    box = tmp_path / "box"
    box.mkdir()
    user = confinement.unused_user()
    place = tmp_path / "place"
    place.mkdir(mode=0o711)
    for folder in tmp_path.resolve().parents:
        folder.stat()
    ready, failed = confinement.choose(confinement.plans(user), ground(place, box))
    assert ready
    assert ready.plan.files == (NO_FILES if user is None else CHROOT)
    assert set(failed) == {LANDLOCK}
    assert "Function not implemented" in failed[LANDLOCK]


def test_plans_for_whom() -> None:
    assert confinement.plans(None) == [Plan(LANDLOCK), Plan(NO_FILES)]
    assert [plan.files for plan in confinement.plans(60600)] == [
        *(LANDLOCK, LANDLOCK, CHROOT, LANDLOCK, NO_FILES)
    ]


def test_processor_that_is_not_known_confines_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    ready, failed = confinement.choose(confinement.plans(None), ground(tmp_path))
    assert ready is None
    why = "seccomp: the system calls of this processor are not known here"
    assert failed == {LANDLOCK: why, NO_FILES: why}


def test_secrets_are_cut_out_of_what_may_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the kit is installed among Python's own packages."""
    kit = tmp_path / "python" / "site-packages" / "autograder"
    other = tmp_path / "python" / "site-packages" / "other"
    for folder in (kit, other, tmp_path / "python" / "json"):
        folder.mkdir(parents=True)
    monkeypatch.setattr(library, "folders", lambda: [str(tmp_path / "python")])
    found = {path for path in library.readable([str(kit)]) if path.startswith(str(tmp_path))}
    assert found == {str(tmp_path / "python" / "json"), str(other)}
    assert str(tmp_path / "python") in library.readable([])


def examined() -> tuple[bool, str]:
    found, used = doctor.examine()
    return bool(used), "\n".join(doctor.lines(found, used))


def test_examining_leaves_no_descriptor_open() -> None:
    before = os.listdir("/proc/self/fd")
    doctor.examine()
    assert os.listdir("/proc/self/fd") == before


def test_doctor_here() -> None:
    confines, told = examined()
    assert confines
    assert re.search(r"^  Landlock +yes  version \d+$", told, re.MULTILINE)
    assert re.search(r"^  seccomp +yes  filters for \w+$", told, re.MULTILINE)
    assert re.search(r"^  no files +yes  holds$", told, re.MULTILINE)
    user = "same" if os.geteuid() else "another"
    held = f"files: landlock {landlock.version()}, system calls: seccomp, user: {user}."
    assert told.endswith(f"Used would be: {held}")


DIAGNOSES = {
    errno.ENOSYS: "not in this kernel, or kept from it by a container's seccomp profile",
    errno.EOPNOTSUPP: "built into this kernel, but switched off",
    errno.EPERM: "kept from us by a container's seccomp profile",
}


@pytest.mark.parametrize(("number", "why"), DIAGNOSES.items())
def test_doctor_tells_why_there_is_no_landlock(
    monkeypatch: pytest.MonkeyPatch, number: int, why: str
) -> None:
    monkeypatch.setattr(landlock, "version", refused(number))
    confines, told = examined()
    assert confines  # By what is left.
    assert re.search(rf"^  Landlock +no   {why}$", told, re.MULTILINE)
    assert re.search(rf"^  landlock +no   {os.strerror(number)}$", told, re.MULTILINE)


def test_doctor_without_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    confines, told = examined()
    assert not confines
    assert "  seccomp                                      no   the system calls of riscv64" in told
    assert "`autograder grade` refuses, `check` runs" in told
    assert doctor.ADVICE in told


def test_doctor_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    confines, told = examined()
    assert not confines
    assert "confinement  no   Darwin has nothing that is known here" in told


def test_scratch_folder_that_holds_too_much(tmp_path: Path) -> None:
    assert scratch.overfull(str(tmp_path)) == ""
    with (tmp_path / "large").open("wb") as file:
        file.truncate(scratch.MAX_BYTES + 1)
    assert scratch.overfull(str(tmp_path)) == "its files hold more than 64 MiB"
    for number in range(scratch.MAX_ENTRIES):
        (tmp_path / str(number)).touch()
    assert scratch.overfull(str(tmp_path)) == "it made more than 1,000 files"


def test_scratch_folder_is_removed_whatever_is_in_it(tmp_path: Path) -> None:
    """Too deep for Python, and not to be listed by an ordinary user."""
    folder = tmp_path / "scratch"
    script = (
        f"import os; os.mkdir({str(folder)!r}); os.chdir({str(folder)!r})\n"
        "for _ in range(3000): os.mkdir('d' * 200); os.chdir('d' * 200)\n"
        "os.mkdir('closed', 0)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    scratch.remove(str(folder))
    assert not folder.exists()
    scratch.remove(str(folder))
