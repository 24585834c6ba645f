"""Writing a file atomically: whatever happens, the old content or all of the new remains."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

STREAMS = (1, 2)
"""The descriptors of standard output and standard error."""
DEVICE_FOLDERS, MEMORY_FOLDER = ("/dev/", "/proc/"), "/dev/shm/"


def save(file: str, content: bytes) -> None:
    """Write a file atomically, with the permissions that opening it would give.

    What is not a plain file, such as a pipe or /dev/stdout, is written to directly.

    Raises:
        OSError: it cannot be written. The old content, if any, is still there.
    """
    status = status_of(file)
    if (stream := stream_of(status)) is not None:
        with open(stream, "wb", closefd=False) as output:
            output.write(content)
        return
    if is_direct(file, status):
        Path(file).write_bytes(content)
        return
    place = os.path.realpath(file)
    with temporary_file(place, status) as temporary:
        if temporary is None:
            Path(file).write_bytes(content)
            return
        with open(temporary, "wb") as output:
            output.write(content)
            output.flush()
            os.fsync(output.fileno())
        os.replace(temporary, place)


def try_saving(file: str) -> None:
    """Find out whether a file can be saved; it stays as it is.

    Raises:
        OSError: it cannot.
    """
    status = status_of(file)
    if stream_of(status) is None and not is_direct(file, status):
        with temporary_file(os.path.realpath(file), status):
            pass


def status_of(file: str) -> os.stat_result | None:
    """Return the status of what a path leads to; None if there is nothing yet.

    Raises:
        OSError: nothing can be written there.
    """
    if file.endswith(("/", os.sep)):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    try:
        status = os.stat(file)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return status


def stream_of(status: os.stat_result | None) -> int | None:
    """Return the standard stream that a path leads to, such as /dev/stdout.

    Replacing or truncating its file would lose what is printed besides.
    """
    for stream in STREAMS:
        with contextlib.suppress(OSError):
            if status is not None and os.path.samestat(status, os.fstat(stream)):
                return stream
    return None


def is_direct(file: str, status: os.stat_result | None) -> bool:
    """Must a path be written to directly, since it is not the name of a plain file?"""
    if status is not None and not stat.S_ISREG(status.st_mode):
        return True
    path = os.path.abspath(file)
    return path.startswith(DEVICE_FOLDERS) and not path.startswith(MEMORY_FOLDER)


@contextlib.contextmanager
def temporary_file(place: str, status: os.stat_result | None) -> Iterator[str | None]:
    """Make an empty file next to a place, and remove it unless it is renamed.

    It gets the permissions of the file there, if any. None if there is a file, but no permission
    to put another one next to it.
    """
    temporary = os.path.join(os.path.dirname(place), f".autograder-{os.urandom(8).hex()}")
    try:
        try:
            os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        except PermissionError:
            if status is None:
                raise
            yield None
            return
        if status is not None:
            with contextlib.suppress(OSError, AttributeError):  # Windows has no owners.
                os.chown(temporary, status.st_uid, status.st_gid)
            os.chmod(temporary, stat.S_IMODE(status.st_mode))
        yield temporary
    finally:
        with contextlib.suppress(FileNotFoundError, PermissionError):
            os.unlink(temporary)
