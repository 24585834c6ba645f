"""Writing a file as a whole: whatever happens, the old content or all of the new remains."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path


def save(file: str, content: bytes) -> None:
    """Write a file by way of a temporary one next to it, and keep the permissions that it has.

    A link stays one. A pipe or a device is written to directly.

    Raises:
        OSError: it cannot be written. The old content, if any, is still there.
    """
    place = _writable(file)
    if place.exists() and not place.is_file():
        place.write_bytes(content)
        return
    temporary = place.with_name(f".autograder-{os.urandom(8).hex()}")
    try:
        with temporary.open("xb") as output:
            output.write(content)
            output.flush()
            os.fsync(output.fileno())
        if place.exists():
            shutil.copymode(place, temporary)
        os.replace(temporary, place)
    finally:
        temporary.unlink(missing_ok=True)


def try_saving(file: str) -> None:
    """Find out whether a file can be written; it stays as it is.

    Raises:
        OSError: it cannot.
    """
    place = _writable(file)
    if place.is_file() or not place.exists():
        temporary = place.with_name(f".autograder-{os.urandom(8).hex()}")
        temporary.touch(exist_ok=False)
        temporary.unlink()


def _writable(file: str) -> Path:
    place = Path(os.path.realpath(file))
    if place.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if place.exists() and not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return place
