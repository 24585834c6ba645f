"""The trial of a jail: what a worker in it must not be able to do, and what it must."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Sequence

PRIVATE_FILE = "/etc/passwd"
"""A file that every user may read, unless confined."""


def faults(secret: Sequence[str]) -> Iterator[str]:
    """Yield what this worker can do but should not, and the reverse.

    No path in `secret` may be readable.
    """
    forbidden: dict[str, Callable[[], object]] = {
        "read a private file": lambda: open(PRIVATE_FILE).close(),
        "read the grader's files": lambda: _read_any(secret),
        "write outside its folder": _write_outside,
        "open a socket": lambda: socket.socket(socket.AF_INET).close(),
        "reach its parent": lambda: os.kill(os.getppid(), 0),
        "start a process": lambda: os._exit(0) if os.fork() == 0 else None,
    }
    needed: dict[str, Callable[[], object]] = {
        "read Python's library": lambda: open(os.__file__).close(),
        "write into its folder": _write_file,
    }
    yield from (f"it could {what}" for what, attempt in forbidden.items() if _works(attempt))
    yield from (f"it could not {what}" for what, attempt in needed.items() if not _works(attempt))


def _works(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True


def _write_file() -> None:
    with open("trial", "w") as file:
        file.write("trial")
    os.unlink("trial")


def _write_outside() -> None:
    name = f"../cagework-trial-{os.getpid()}"
    open(name, "x").close()
    os.unlink(name)


def _read_any(paths: Sequence[str]) -> None:
    """Open one of these files for reading.

    Raises:
        PermissionError: that is impossible for all.
    """
    for path in paths:
        try:
            os.close(os.open(path, os.O_RDONLY))
            return
        except OSError:
            continue
    raise PermissionError
