"""The trial of a jail: what a worker in it must not be able to do, and what it must."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from functools import partial

PRIVATE_FILE = "/etc/passwd"
"""A file that every user may read, unless confined."""


def faults(secret: Sequence[str]) -> Iterator[str]:
    """Yield what this worker can do but should not, and the reverse.

    No path in `secret` may be readable. What is written or opened stays.
    """
    forbidden: dict[str, Callable[[], object]] = {
        "read a private file": lambda: open(PRIVATE_FILE).close(),
        "write outside its folder": lambda: open("../trial", "x").close(),
        "open a socket": lambda: socket.socket(socket.AF_INET).close(),
        "reach its parent": lambda: os.kill(os.getppid(), 0),
        "start a process": lambda: os._exit(0) if os.fork() == 0 else None,
    }
    needed: dict[str, Callable[[], object]] = {
        "read Python's library": lambda: open(os.__file__).close(),
        "write into its folder": lambda: open("trial", "x").close(),
    }
    yield from (f"it could {what}" for what, attempt in forbidden.items() if _works(attempt))
    if any(_works(partial(os.open, path, os.O_RDONLY)) for path in secret):
        yield "it could read the grader's files"
    yield from (f"it could not {what}" for what, attempt in needed.items() if not _works(attempt))


def _works(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True
