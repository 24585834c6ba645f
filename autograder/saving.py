"""Writing a file as a whole: whatever happens, the old content or all of the new remains."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def save(file: str, content: bytes) -> None:
    """Write a file by way of a temporary one next to it, and keep the permissions that it has.

    A link stays one. A pipe or a device is written to directly.

    Raises:
        OSError: it cannot be written. The old content, if any, is still there.
    """
    place = Path(os.path.realpath(file))
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
