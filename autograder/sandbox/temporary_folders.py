"""Temporary folders with an owner: the process that made one, until it removes it or ends.

The owner holds a lock on the folder, which the system releases however the process ends. So a later
process can tell which folders no longer have an owner, and removes them.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
from collections.abc import Iterator

from autograder.sandbox import scratch

if sys.platform != "win32":
    import fcntl

PREFIX = "cagework-owned-"
"""Nothing else may make a folder of this name: without its owner's lock it is removed."""
FOLDER_ONLY = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_gettempdir = tempfile.gettempdir  # Tests have another one.
NO_OWNERS = ("win32", "emscripten")
"""The systems that cannot lock folders, or have a single user and process."""


class TemporaryFolder:
    """A new folder that only this user can access. Remove it with `remove`.

    Where folders cannot be locked, as on Windows, an abandoned folder stays.

    Raises:
        OSError: it cannot be made.
    """

    def __init__(self) -> None:
        self.lock: int | None = None
        while self.lock is None:
            self.path = tempfile.mkdtemp(prefix=PREFIX, dir=_gettempdir())
            if sys.platform in NO_OWNERS:
                return
            try:
                self.lock = _locked(self.path)  # None if another process was just removing it.
            except OSError as error:
                if error.errno in (errno.EMFILE, errno.ENFILE):  # It would seem abandoned.
                    scratch.remove(self.path)
                    raise
                if os.path.isdir(self.path):
                    return

    def remove(self) -> None:
        """Remove the folder, whatever is in it, and then release it."""
        try:
            scratch.remove(self.path)
        finally:
            if self.lock is not None:
                os.close(self.lock)
                self.lock = None


@contextlib.contextmanager
def temporary_folder() -> Iterator[str]:
    """Make a temporary folder and remove it at exit."""
    folder = TemporaryFolder()
    try:
        yield folder.path
    finally:
        folder.remove()


def remove_abandoned() -> None:
    """Remove this user's temporary folders whose owners have ended without removing them."""
    if sys.platform in NO_OWNERS:
        return
    with contextlib.suppress(OSError), os.scandir(_gettempdir()) as entries:
        for path in [entry.path for entry in entries if entry.name.startswith(PREFIX)]:
            with contextlib.suppress(OSError):
                if (lock := _locked(path)) is not None:
                    try:
                        scratch.remove(path)
                    finally:
                        os.close(lock)


def _locked(path: str) -> int | None:
    """Return a descriptor that locks a folder, or None if another process owns it or removed it.

    Raises:
        OSError: it is not a folder (nor is a link), cannot be opened, or cannot be locked.
    """
    descriptor = os.open(path, os.O_RDONLY | FOLDER_ONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_uid == os.geteuid() and os.path.exists(path):
            return descriptor
    except BlockingIOError:
        pass
    except OSError:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None
