"""A limit on the judge's own work for a test: what a submission returns may keep it busy."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

from autograder.judge.failure import Failure
from autograder.judge.pytest_items import log_of
from autograder.report import Detail, Outcome

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


class Watchdog:
    """A pytest plugin that fails a test on which the judge spends too much time or memory.

    Calls of a submission have their own, shorter limits. A test that has called nothing is at fault
    itself: it ends the session, and is added to the `faults`.
    """

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults

    def pytest_timeout_set_timer(self, item: pytest.Item) -> bool | None:
        """Replace pytest-timeout's timer, unless the test asks for it or there is no other.

        That timer fails the test, or ends the process.
        """
        if sys.platform == "win32" or item.get_closest_marker("timeout"):
            return None

        def overrun(_number: int, _frame: FrameType | None) -> None:
            cancel()
            log = log_of(item)
            if log.submission_ran:  # If it is the test's fault, the reference times out, too.
                message = f"the test of {log.invocation.subject} did not end"
                raise Failure(Outcome.TIMED_OUT, Detail(message, log.invocation.call))
            raise OverrunError(f"{item.nodeid}: the test does not end")

        def cancel() -> None:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)

        item.cancel_timeout = cancel  # type: ignore[attr-defined] # pytest-timeout calls it.
        signal.signal(signal.SIGPROF, overrun)
        signal.signal(signal.SIGALRM, overrun)
        signal.setitimer(signal.ITIMER_PROF, MAX_CPU_SECONDS)
        signal.setitimer(signal.ITIMER_REAL, MAX_SECONDS)
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, None, None]:
        with limited_memory():
            return (yield)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        if isinstance(excinfo.value, OverrunError):
            self.faults.append(str(excinfo.value))


@contextlib.contextmanager
def limited_time() -> Iterator[None]:
    """Limit the CPU time for explaining a failure.

    Raises:
        OverrunError: it takes too long.
    """
    if sys.platform == "win32":
        yield
        return

    def overrun(_number: int, _frame: FrameType | None) -> None:
        raise OverrunError("the explanation does not end")

    before = signal.signal(signal.SIGPROF, overrun)
    left, _ = signal.setitimer(signal.ITIMER_PROF, MAX_EXPLAINING_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, left)
        signal.signal(signal.SIGPROF, before)


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
