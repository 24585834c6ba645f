"""A worker's scratch folder: its limits, and its removal whatever is in it."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import subprocess
import tempfile

from autograder.sandbox.files import CURRENT

MAX_BYTES = 64 << 20
MAX_FILES = 1000
UNREADABLE = "it created folders that the grader cannot read"
SHARE_LEFT = 1 / 16
"""A failed test counts only if there is still room for this share."""


def shortage(share: float = 1) -> str:
    """Return why temporary folders have no room for a share of what a worker may write, or ""."""
    folder = tempfile.gettempdir()
    disk, needed = shutil.disk_usage(folder), int(share * MAX_BYTES)
    if not disk.total or disk.free >= needed:  # Some file systems do not report it.
        return ""
    lacking = f"{disk.free >> 20} MiB free, but a submission may need {needed >> 20}"
    return f"the disk of {folder} has {lacking}; free space, or set TMPDIR to a folder elsewhere"


def require_room() -> None:
    """Require room for everything that a worker may write.

    Raises:
        SandboxError: there is too little.
    """
    from autograder.sandbox.backend import SandboxError  # Not in the zygote.

    if lacking := shortage():
        raise SandboxError(lacking)


def excess(folder: str) -> str:
    """Return how a scratch folder exceeds its limits, or an empty string, in bounded time."""
    count = size = 0
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    count += 1
                    about = entry.stat(follow_symlinks=False)
                    size += about.st_size
                    if count > MAX_FILES:
                        return f"it created more than {MAX_FILES:,} files"
                    if stat.S_ISDIR(about.st_mode):
                        if about.st_mode & 0o500 != 0o500:  # Root could read it.
                            return UNREADABLE
                        waiting.append(entry.path)
        except FileNotFoundError:  # Deleted meanwhile.
            continue
        except OSError:  # It is nested beyond the longest path.
            return UNREADABLE
    return f"its files hold more than {MAX_BYTES >> 20} MiB" if size > MAX_BYTES else ""


def remove(folder: str) -> None:
    """Remove a folder, even one without read permission or nested too deep for Python."""
    with contextlib.suppress(OSError):
        os.rmdir(os.path.join(folder, CURRENT))  # Most have nothing else, and nothing in it.
    with contextlib.suppress(OSError):
        os.rmdir(folder)
        return
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except (OSError, RecursionError):
        with contextlib.suppress(FileNotFoundError):  # Windows has no such commands.
            subprocess.run(["chmod", "-R", "u+rwx", folder], check=False, capture_output=True)
            subprocess.run(["rm", "-rf", "--", folder], check=False, capture_output=True)
