"""Whether submissions can be confined on this machine, determined by trying."""

from __future__ import annotations

import contextlib
import importlib
import platform
import sys
from collections.abc import Iterator

from autograder.sandbox.backend import SandboxError, Settings, UnconfinedError
from autograder.sandbox.temporary_folders import temporary_folder

_MEMORY = 1 << 30
OPTIONAL = (
    *("bz2", "ctypes", "curses", "decimal", "hashlib", "lzma", "readline", "sqlite3", "ssl"),
    *("tkinter", "turtle", "uuid", "zlib"),
)
"""Modules that Python is built without where a library is missing, or that are packaged apart."""
ADVICE = """\
Landlock needs Linux 5.13 or newer; if it is built in but disabled ("Operation not supported"), add
landlock to the lsm= list of the kernel's command line. In a container, the seccomp profile has to
allow the landlock_* and seccomp system calls, as Docker's default profile does from version 20.10.7
on. Only x86-64 and aarch64 processors are supported. On macOS and Windows, grade in a Linux
container or virtual machine."""


def examine() -> tuple[dict[str, str], str]:
    """Return the mechanisms that confine submissions here, or none and the reason."""
    if sys.platform != "linux":
        return {}, f"confinement is not supported on {platform.system()}"
    from autograder.sandbox.zygote import Jail

    try:
        with temporary_folder() as box, contextlib.closing(Jail(Settings(box, "", _MEMORY))) as one:
            return one.confinement, ""
    except (UnconfinedError, SandboxError) as error:
        return {}, str(error)


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


def report_lines(used: dict[str, str], reason: str) -> Iterator[str]:
    """Render what `examine` has found, and what Python's library lacks, a line at a time."""
    if used:
        mechanisms = ", ".join(f"{name.replace('_', ' ')}: {how}" for name, how in used.items())
        yield f"Submissions are confined here, by {mechanisms}."
    else:
        yield f"Submissions cannot be confined here: {reason}"
        yield "`autograder grade` refuses, `check` runs."
        yield ADVICE
    if lacking := missing_modules():
        yield f"Python's library lacks what submissions may import: {', '.join(lacking)}"
