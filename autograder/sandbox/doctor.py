"""What can confine submissions on this machine, determined by trying."""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from autograder.sandbox.backend import SandboxError, Settings, UnconfinedError
from autograder.sandbox.temporary_folders import temporary_folder

_MEMORY = 1 << 30
OPTIONAL = (
    *("bz2", "ctypes", "curses", "decimal", "hashlib", "lzma", "readline", "sqlite3", "ssl"),
    *("tkinter", "turtle", "uuid", "zlib"),
)
"""Modules that Python is built without where a library is missing, or that are packaged apart."""
ADVICE = """\
Landlock needs Linux 5.13 or newer; if it is built in but disabled, add landlock to the lsm= list of
the kernel's command line. In a container, the seccomp profile has to allow the landlock_* and
seccomp system calls, as Docker's default profile does from version 20.10.7 on. Only x86-64 and
aarch64 processors are supported. On macOS and Windows, grade in a Linux container or virtual
machine."""


@dataclass(frozen=True)
class Finding:
    """The result of one trial; `detail` is what works, or why it does not."""

    name: str
    works: bool
    detail: str


def examine() -> tuple[list[Finding], dict[str, str]]:
    """Return all findings, and the mechanisms that would be used: none if nothing works."""
    if sys.platform != "linux":
        detail = f"confinement is not supported on {platform.system()}"
        return [Finding("confinement", False, detail)], {}
    with temporary_folder() as box:
        return _examine_linux(box)


def _examine_linux(box: str) -> tuple[list[Finding], dict[str, str]]:
    from autograder.sandbox.linux import jail
    from autograder.sandbox.zygote import Jail

    findings = [_try("Landlock", _landlock), _try("seccomp", _seccomp)]
    user = jail.unused_user()
    detail = f"workers can be user {user}" if user else "only root can run workers as another user"
    findings.append(Finding("another user", user is not None, detail))
    try:
        with contextlib.closing(Jail(Settings(box, "", _MEMORY))) as one:
            used = one.confinement
        findings.append(Finding("confinement", True, "works"))
    except (UnconfinedError, SandboxError) as error:
        used = {}
        findings.append(Finding("confinement", False, str(error)))
    lacking = missing_modules()
    detail = f"not installed: {', '.join(lacking)}" if lacking else "complete"
    return [*findings, Finding("Python's library", not lacking, detail)], used


def missing_modules() -> list[str]:
    """Return what Python's library should have and this machine lacks, so that submissions do."""
    import zoneinfo  # Late: it reads the machine's configuration.

    found = []
    for name in OPTIONAL:
        try:
            importlib.import_module(name)
        except ImportError:
            found.append(name)
    return found if zoneinfo.available_timezones() else [*found, "time zones"]


def _try(name: str, attempt: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, attempt())
    except OSError as error:
        return Finding(name, False, error.strerror or str(error))


def _landlock() -> str:
    from autograder.sandbox.linux import landlock

    reasons = {
        errno.ENOSYS: "not in this kernel, or blocked by a container's seccomp profile",
        errno.EOPNOTSUPP: "built into this kernel, but disabled",
        errno.EPERM: "blocked by a container's seccomp profile",
    }
    try:
        return f"version {landlock.version()}"
    except OSError as error:
        raise OSError(error.errno, reasons.get(error.errno or 0, error.strerror)) from None


def _seccomp() -> str:
    """Ask for a filter at no address: a system that has filters says that there is none."""
    from autograder.sandbox.linux import seccomp, syscall

    if syscall.architecture() is None:
        raise OSError(0, f"not supported on {os.uname().machine} processors")
    try:
        syscall.prctl(syscall.PR_SET_SECCOMP, seccomp.SECCOMP_MODE_FILTER)
    except OSError as error:
        if error.errno != errno.EFAULT:
            raise
    return f"filters for {os.uname().machine}"


def report_lines(findings: list[Finding], used: dict[str, str]) -> Iterator[str]:
    """Render the findings, a line at a time."""
    yield "Tried on this machine:"
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        yield f"  {finding.name:<{width}}  {'yes' if finding.works else 'no '}  {finding.detail}"
    yield ""
    if used:
        mechanisms = ", ".join(f"{name.replace('_', ' ')}: {how}" for name, how in used.items())
        yield f"Submissions are confined here, by {mechanisms}."
    else:
        yield "Submissions cannot be confined here: `autograder grade` refuses, `check` runs."
        yield ADVICE
