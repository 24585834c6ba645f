"""Limits on the judge's own work for a test: what a submission returns may keep it busy.

Calls of a submission have their own, shorter limits.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import mmap

MAX_CPU_SECONDS = 30
"""The judge's own CPU time for one test. Workers and the load of the machine do not count."""
MAX_EXPLAINING_SECONDS = 5
"""Its CPU time for explaining a failure."""
MAX_UNINTERRUPTED_SECONDS = 40
"""Its CPU time for one test, after which the kernel ends it."""
MAX_SECONDS = 900
"""Wall time for one test: a test may wait for something that never comes."""
MAX_MEMORY = 1 << 30
"""How many bytes a test may use, beside those that the judge has used before."""


noted: bytearray | mmap.mmap = bytearray(1 << 12)
"""The test that runs. A process that is forked to grade shares it with the one that waits."""


def note(test: str) -> None:
    """Note which test runs, in case this process cannot tell any more."""
    noted[:] = test.encode()[: len(noted)].ljust(len(noted), b"\0")


class OverrunError(KeyboardInterrupt):
    """A test took too long. As a KeyboardInterrupt, it is not caught by code in the test."""


@contextlib.contextmanager
def limited_time(cpu_seconds: float, overrun: Callable[[], BaseException]) -> Iterator[None]:
    """Raise what `overrun` returns if the block takes too long. Windows, for one, has no timers."""
    if sys.platform in ("win32", "emscripten"):
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise overrun()

    limits = (
        (signal.SIGPROF, signal.ITIMER_PROF, cpu_seconds),
        (signal.SIGALRM, signal.ITIMER_REAL, MAX_SECONDS),
    )
    with contextlib.ExitStack() as stack:
        for number, timer, seconds in limits:
            stack.callback(signal.signal, number, signal.signal(number, ring))
            stack.callback(signal.setitimer, timer, signal.setitimer(timer, seconds)[0])
        yield


@contextlib.contextmanager
def limited_resources() -> Iterator[None]:
    """Let a test that uses too much memory get a MemoryError. Only Linux counts all of it.

    End the process, and so the grading, if it computes for too long in C: no signal interrupts
    `sum(range(n))`, whatever handles it.
    """
    if sys.platform in ("win32", "emscripten"):
        yield
        return
    import resource

    limits = {resource.RLIMIT_CPU: int(time.process_time()) + MAX_UNINTERRUPTED_SECONDS}
    if sys.platform == "linux":
        limits[resource.RLIMIT_DATA] = _used_memory() + MAX_MEMORY
    before = {kind: resource.getrlimit(kind) for kind in limits}
    for kind, most in limits.items():
        lower = [each for each in before[kind] if each != resource.RLIM_INFINITY]
        resource.setrlimit(kind, (min([most, *lower]), before[kind][1]))
    try:
        yield
    finally:
        for kind, limit in before.items():
            resource.setrlimit(kind, limit)


@cache
def _used_memory() -> int:
    """Return how many bytes of data the judge has before its first test."""
    import resource

    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[5]
    return int(pages) * resource.getpagesize()
