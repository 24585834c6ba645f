"""Unpack check.pyz, which this module is a part of, and run the grader. Standard library only.

Workers are started from files, so the grader cannot run inside the archive. It is unpacked once,
into a folder that is named for its contents; where none can be written at home, into a temporary
one at each start.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import sys
import tempfile
import time
import zipfile

CACHE = os.path.join("~", ".cache", "cagework")
CONTENTS_ID = "contents_id"
"""The file in the archive that names its contents."""
UNUSED = 30 * 24 * 3600.0
"""Seconds after which an unused, unpacked grader is removed."""
GRADER = "site"
"""The folder in the archive that is unpacked."""


def main() -> None:
    archive = os.path.abspath(os.path.dirname(__file__))
    with contextlib.ExitStack() as stack:
        try:
            sys.path[0] = unpacked(archive, stack)
        except OSError as error:
            print(f"check.pyz cannot be unpacked: {error.strerror}", file=sys.stderr)
            sys.exit(2)
        importlib.import_module("autograder.cli.packed").main()


def is_whole(folder: str, source: zipfile.ZipFile) -> bool:
    """Does a folder have all files of the grader, in their right sizes?"""
    start = len(GRADER) + 1
    try:
        return all(
            os.stat(os.path.join(folder, each.filename[start:])).st_size == each.file_size
            for each in source.infolist()
            if each.filename.startswith(f"{GRADER}/") and not each.is_dir()
        )
    except OSError:
        return False


def remove_unused(cache: str) -> None:
    """Remove unpacked graders of other releases that have not been used for a month."""
    with contextlib.suppress(OSError):
        for each in list(os.scandir(cache)):
            if time.time() - each.stat().st_mtime > UNUSED:
                shutil.rmtree(each.path, ignore_errors=True)


def unpacked(archive: str, stack: contextlib.ExitStack) -> str:
    """Return the folder with the grader; a temporary one is removed when the stack is left.

    Several processes may unpack at once: each has a folder of its own until it is complete.

    Raises:
        OSError: no folder can be written, or the disk is full.
    """
    cache = os.path.expanduser(CACHE)
    with zipfile.ZipFile(archive) as source:
        folder = os.path.join(cache, source.read(CONTENTS_ID).decode())
        if is_whole(folder, source):
            with contextlib.suppress(OSError):
                os.utime(folder)
            return folder
        shutil.rmtree(folder, ignore_errors=True)
        if os.path.isabs(cache):  # Otherwise this user has no home.
            with contextlib.suppress(OSError):
                os.makedirs(cache)
        parent = cache if os.access(cache, os.W_OK) else None
        temporary = stack.enter_context(tempfile.TemporaryDirectory(prefix="cagework-", dir=parent))
        names = [name for name in source.namelist() if name.startswith(f"{GRADER}/")]
        source.extractall(temporary, names)
        if parent:
            remove_unused(cache)
            with contextlib.suppress(OSError):  # Another process may be faster.
                os.rename(os.path.join(temporary, GRADER), folder)
    return folder if os.path.isdir(folder) else os.path.join(temporary, GRADER)
