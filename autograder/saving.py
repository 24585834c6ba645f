"""Writing a file as a whole: whatever happens, the old content or all of the new remains."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path


def save(file: str, content: bytes) -> None:
    """Write a file by way of a temporary one next to it, and keep the permissions that it has.

    A pipe or a device is written to directly.

    Raises:
        OSError: it cannot be written. The old content, if any, is still there.
    """
    try_saving(file)
    if _is_special(file):
        Path(file).write_bytes(content)
        return
    place = os.path.realpath(file)  # A link stays one.
    temporary = Path(os.path.dirname(place), f".autograder-{os.urandom(8).hex()}")
    try:
        with temporary.open("xb") as output:
            output.write(content)
            output.flush()
            os.fsync(output.fileno())
        if os.path.exists(place):
            shutil.copymode(place, temporary)
        os.replace(temporary, place)
    finally:
        temporary.unlink(missing_ok=True)


def try_saving(file: str) -> None:
    """Find out whether a file can be written; it stays as it is.

    Raises:
        OSError: it cannot.
    """
    if _is_special(file):
        return
    is_new, place = not os.path.exists(file), os.path.realpath(file)
    with open(file, "ab"):
        pass
    if is_new:
        os.unlink(place)
    elif not os.access(os.path.dirname(place), os.W_OK):  # It is to have the temporary file.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _is_special(file: str) -> bool:
    return os.path.exists(file) and not os.path.isfile(file) and not os.path.isdir(file)
