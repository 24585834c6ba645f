"""A lock on a results file: one run at a time writes gradings to it."""

from __future__ import annotations

import contextlib
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from autograder.course.errors import CourseError
from autograder.provenance import now
from autograder.safetext import printable_line

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCKED_BYTE = 1 << 20
"""Where Windows locks the file; what is before can be read meanwhile."""


@contextlib.contextmanager
def locked_for_run(path: Path) -> Iterator[None]:
    """Hold the lock in this block; the system releases it however the process ends.

    Raises:
        CourseError: another run holds it, or the file cannot be written.
    """
    where, lock_path = printable_line(str(path)), path.with_name(f"{path.name}-lock")
    try:
        lock = os.open(lock_path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise CourseError(f"{where}: cannot be written: {error.strerror}") from None
    try:
        _lock(lock)
    except OSError:
        holder = printable_line(os.read(lock, 1000).decode(errors="replace").strip())
        os.close(lock)
        raise CourseError(
            f"{where}: another run is grading into it ({holder or 'it has just begun'}); "
            "wait until it ends, or stop it"
        ) from None
    try:
        os.truncate(lock, 0)
        started = now().astimezone().isoformat(timespec="seconds", sep=" ")
        text = f"process {os.getpid()} on {platform.node()}, since {started}"
        with contextlib.suppress(OSError):  # The disk may be full; the lock is held all the same.
            os.write(lock, text.encode())
        yield
    finally:
        # Removed while it is held: then nobody who waits for nothing is left with an old file.
        with contextlib.suppress(OSError):
            os.unlink(lock_path)
        os.close(lock)


def _lock(descriptor: int) -> None:
    """Lock an open file, or raise OSError at once."""
    if sys.platform == "win32":
        os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
