"""A busy machine: processes that do nothing but compete for the processor."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

MAX_BUSY_SECONDS = 600
SPIN = f"""
import os, time
parent, end = os.getppid(), time.monotonic() + {MAX_BUSY_SECONDS}
while os.getppid() == parent and time.monotonic() < end:
    sum(range(100_000))
"""
"""Ends by itself when its parent has ended."""


@contextlib.contextmanager
def busy_machine() -> Iterator[None]:
    """Keep every processor busy in this block."""
    command = [sys.executable, "-I", "-S", "-c", SPIN]
    spinning: list[subprocess.Popen[bytes]] = []
    try:
        spinning += (
            subprocess.Popen(command, stdin=subprocess.DEVNULL) for _ in range(os.cpu_count() or 1)
        )
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()
