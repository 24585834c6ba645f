"""A limit on the judge's own work for a test, which may never end by itself."""

from __future__ import annotations

import signal
import sys
from types import FrameType

import pytest

from autograder.judge.failure import Failure
from autograder.judge.items import exchange_of
from autograder.report import Detail, Outcome

MAX_CPU_SECONDS = 30
"""The judge's own CPU time for one test. Workers and the load of the machine do not count."""
MAX_SECONDS = 3600
"""Wall time for one test: a test may wait for something that never comes."""


class OverrunError(KeyboardInterrupt):
    """A test took too long. As a KeyboardInterrupt, it is not caught by code in the test."""


class Backstop:
    """A pytest plugin that ends a test which does not end by itself.

    Calls of a submission have their own, shorter limits, but what they return, or pass to the
    test's functions, may keep the judge busy. A test that has called nothing is at fault itself: it
    ends the session, and is added to the `faults`.
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
            exchange = exchange_of(item)
            if exchange.reached:  # If it is the test's fault, the reference times out, too.
                message = f"the test of {exchange.invocation.subject} did not end"
                raise Failure(Outcome.TIMED_OUT, Detail(message, exchange.invocation.call))
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

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        if isinstance(excinfo.value, OverrunError):
            self.faults.append(str(excinfo.value))
