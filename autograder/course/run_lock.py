"""A lock on a results file: one run at a time writes gradings to it."""

from __future__ import annotations

import contextlib
import errno
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
"""Where Windows locks the file; what comes before can still be read."""
HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""What systems report of a lock that another process holds; anything else is another fault."""


@contextlib.contextmanager
def locked_for_run(path: Path) -> Iterator[None]:
    """Hold the lock in this block; the system releases it however the process ends.

    Raises:
        CourseError: another run holds it, or the file cannot be written or locked.
    """
    where, path = printable_line(str(path)), Path(os.path.realpath(path))
    lock_path = path.with_name(f"{path.name}-lock")
    lock = _open_locked(lock_path, where)
    try:
        os.truncate(lock, 0)
        started = now().astimezone().isoformat(timespec="seconds", sep=" ")
        text = f"process {os.getpid()} on {platform.node()}, since {started}"
        with contextlib.suppress(OSError):  # The disk may be full; the lock is held nevertheless.
            os.write(lock, text.encode())
        yield
    finally:
        _remove(lock_path, lock)


def _remove(path: Path, lock: int) -> None:
    """Remove the lock file and release the lock, in the order that the system allows."""
    with contextlib.suppress(OSError):
        os.unlink(path)
    os.close(lock)
    if sys.platform == "win32":  # It removes no file that is open, here or in another run.
        with contextlib.suppress(OSError):
            os.unlink(path)


def _open_locked(path: Path, where: str) -> int:
    """Open the lock file and lock it, again if the run that held it has just removed it."""
    while True:
        try:
            lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            fault = f"cannot be written: {error.strerror}"
            if os.path.lexists(path):  # Another user's run was killed, and left it.
                name = printable_line(path.name)
                fault = f"{name} {fault}; remove it if no run is grading into this file"
            raise CourseError(f"{where}: {fault}") from None
        try:
            locked = _lock(lock)
        except OSError as error:
            os.close(lock)
            path.unlink(missing_ok=True)
            raise CourseError(
                f"{where}: cannot be locked: {error.strerror}; name a file on a disk of this "
                "machine"
            ) from None
        if not locked:
            holder = printable_line(os.read(lock, 1000).decode(errors="replace").strip())
            os.close(lock)
            raise CourseError(
                f"{where}: another run is grading into it ({holder or 'it has just begun'}); "
                "wait until it ends, or stop it"
            )
        if _is_still_at(lock, path):
            return lock
        os.close(lock)


def _is_still_at(descriptor: int, path: Path) -> bool:
    """Is an open file the one at this path? Windows removes no file that is open."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _lock(descriptor: int) -> bool:
    """Lock an open file, if no other process holds it; return at once.

    Raises:
        OSError: the file system has no locks.
    """
    try:
        if sys.platform == "win32":
            os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(descriptor, 0, os.SEEK_SET)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in HELD:
            raise
        return False
    return True
