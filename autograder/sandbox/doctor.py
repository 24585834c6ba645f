"""Whether submissions can be confined on this machine, determined by trying."""

from __future__ import annotations

import contextlib
import platform
import sys
from collections.abc import Iterator

from autograder.sandbox.backend import SandboxError, Settings, UnconfinedError
from autograder.sandbox.temporary_folders import temporary_folder

_MEMORY = 1 << 30
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


def report_lines(used: dict[str, str], reason: str) -> Iterator[str]:
    """Render what `examine` has found, a line at a time."""
    if used:
        mechanisms = ", ".join(f"{name.replace('_', ' ')}: {how}" for name, how in used.items())
        yield f"Submissions are confined here, by {mechanisms}."
    else:
        yield f"Submissions cannot be confined here: {reason}"
        yield "`autograder grade` refuses, `check` runs."
        yield ADVICE
