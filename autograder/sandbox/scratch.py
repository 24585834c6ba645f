"""A worker's scratch folder: bounded while it is used, gone afterwards, whatever is in it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess

MAX_BYTES = 64 << 20
MAX_ENTRIES = 1000


def used(folder: str) -> bool:
    """Is anything in it? A folder that is not there, or not to be listed, is looked at later."""
    try:
        with os.scandir(folder) as found:
            return next(found, None) is not None
    except FileNotFoundError:
        return False
    except OSError:
        return True


def overfull(folder: str) -> str:
    """What a scratch folder holds too much of, or nothing. Takes bounded time."""
    entries = size = 0
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as found:
                for entry in found:
                    entries += 1
                    size += entry.stat(follow_symlinks=False).st_size
                    if entries > MAX_ENTRIES:
                        return f"it made more than {MAX_ENTRIES:,} files"
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except FileNotFoundError:  # Gone meanwhile.
            continue
        except OSError:  # Not to be listed, or nested beyond what a path can name.
            return "it made folders that cannot be looked into"
    return f"its files hold more than {MAX_BYTES >> 20} MiB" if size > MAX_BYTES else ""


def remove(folder: str) -> None:
    """Remove a folder, also one that is nested too deep for Python or may not be listed."""
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except (OSError, RecursionError):
        with contextlib.suppress(FileNotFoundError):  # No such tool: then it is no such system.
            subprocess.run(["chmod", "-R", "u+rwx", folder], check=False, capture_output=True)
            subprocess.run(["rm", "-rf", "--", folder], check=False, capture_output=True)
