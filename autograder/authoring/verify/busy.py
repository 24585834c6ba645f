"""A busy machine: processes that do nothing but compete for the processor."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

MAX_BUSY_SECONDS = 600
SPIN = f"""
import os, sys, time
parent, end = int(sys.argv[1]), time.monotonic() + {MAX_BUSY_SECONDS}
while os.getppid() == parent and time.monotonic() < end:
    sum(range(100_000))
"""
"""Ends by itself when its parent has ended."""


@contextlib.contextmanager
def busy_machine() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Keep every processor busy in this block, with the processes that it yields."""
    command = [sys.executable, "-I", "-S", "-c", SPIN, str(os.getpid())]
    spinning: list[subprocess.Popen[bytes]] = []
    try:
        spinning += (
            subprocess.Popen(command, stdin=subprocess.DEVNULL) for _ in range(os.cpu_count() or 1)
        )
        yield spinning
    finally:
        for process in spinning:
            process.kill()
            process.wait()
