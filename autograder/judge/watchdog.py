"""Limits on the judge's own work for a test: what a submission returns may keep it busy.

Calls of a submission have their own, shorter limits.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FrameType

MAX_CPU_SECONDS = 30
"""The judge's own CPU time for one test. Workers and the load of the machine do not count."""
MAX_EXPLAINING_SECONDS = 5
"""Its CPU time for explaining a failure."""
MAX_SECONDS = 3600
"""Wall time for one test: a test may wait for something that never comes."""
MAX_MEMORY = 1 << 30
"""How many bytes a test may use, beside those that the judge has used before."""


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
def limited_memory() -> Iterator[None]:
    """Let a test that uses too much memory get a MemoryError. Only Linux counts all of it."""
    if sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limits = [each for each in (soft, hard) if each != resource.RLIM_INFINITY]
    most = min([_used_memory() + MAX_MEMORY, *limits])
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


@cache
def _used_memory() -> int:
    """Return how many bytes of data the judge has before its first test."""
    import resource

    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[5]
    return int(pages) * resource.getpagesize()
