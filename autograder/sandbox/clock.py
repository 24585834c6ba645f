"""The time limit on a request. It counts the worker's own time, so that other programs that keep
the machine busy do not change a result.

Two things are limited: the CPU time that the worker uses, and the time that it sleeps. Time in
which it could run, but waits for a core, counts as neither. On Linux the kernel measures all of
this. On other systems, the limit is on the time since the request, since a busy worker looks like a
sleeping one there. If the judge's own waits end late, the delay never counts: the machine is busy,
or the judge and its workers were suspended.

All requests of one grading together are limited, too: code that always stays just within its limit
could take hours. Once they have taken that time, no more is asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from autograder.sandbox.backend import SandboxError, WorkerProcess

_monotonic = time.monotonic  # A test may patch it.
SHORTEST_WAIT = 0.002
UNTIMED = 0.01
"""Seconds for the first wait for a response. Nearly all arrive in it, so the kernel is not asked
what the worker has used."""
STARTING = 3
"""More seconds for a worker to load a file; also to start, where its CPU time is not measured."""
MAX_SECONDS_IN_ALL = 1200
"""For all requests of one grading: less than a grading of a class may take."""


class TimeSpent:
    """What the requests of one grading have taken so far, of the time that is limited.

    `measure` is called with the kind of each request, and the CPU seconds that it has taken.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.measure: Callable[[str, float], None] | None = None

    @property
    def left(self) -> float:
        return MAX_SECONDS_IN_ALL - self.seconds

    @property
    def limit_exceeded(self) -> str:
        """How the limit is exceeded, or an empty string."""
        taken = f"the submission has taken {MAX_SECONDS_IN_ALL / 60:g} minutes in all"
        return taken if self.left < 0 else ""


def patience_of(seconds: float) -> float:
    """Return for how long a request with this limit may sleep."""
    return 2 * seconds + 1


class TimeLimit:
    """The limit on one request to a worker, and on all that have `spent` time.

    With `from_start`, CPU time is counted from the worker's start. At its `first` request, a worker
    may still be starting.
    """

    def __init__(
        self,
        process: WorkerProcess,
        seconds: float,
        spent: TimeSpent,
        *,
        from_start: bool,
        first: bool,
    ) -> None:
        self.process, self.seconds, self.spent = process, seconds, spent
        self.stated = seconds
        self.from_start, self.first = from_start, first
        self.started: float | None = None
        self.counted = self.late = 0.0

    def start(self) -> TimeLimit:
        """Ask what the worker has used so far, unless that is known."""
        if self.started is not None:
            return self
        self.before = self.process.usage()  # Before the time: a delay in between is not sleep.
        starting = self.from_start or (self.first and self.before.cpu is None)
        self.patience = patience_of(self.seconds) + (STARTING if starting else 0)
        self.longest = 60 + 20 * self.patience
        self.started = _monotonic()
        return self

    def restart(self, seconds: float, in_all: float) -> None:
        """Let the request use this many seconds from now on, but at most `in_all` in total."""
        until = self._used(_monotonic())[0] + seconds
        self.seconds, self.stated = (until, seconds) if until < in_all else (in_all, in_all)

    def wait(self, seconds: float) -> None:
        """Wait until the worker sends something, a limit may be reached, or `seconds` have passed.

        Raises:
            SandboxError: the worker does not get enough of the processor to reach any limit.
        """
        began = _monotonic()
        if self.started is None:
            self.process.wait(UNTIMED)
            self.spent.seconds += min(_monotonic() - began, UNTIMED)  # It may have ended late.
            return
        worked, slept = self._used(began)
        elapsed = began - self.started - self.late
        if elapsed > self.longest:
            raise SandboxError(
                f"this machine is too busy: in {elapsed:.0f} s the submission could run for "
                f"{worked:.1f} s"
            )
        left = min(self.seconds - worked, self.patience - slept, self.spent.left, seconds)
        asked = max(left, SHORTEST_WAIT)
        self.process.wait(asked)
        self.late += max(_monotonic() - began - asked, 0)

    def limit_exceeded(self, *, answered: bool = False) -> str:
        """Return how the limit is exceeded, or an empty string.

        A request that is `answered` may have slept for too long.
        """
        if self.started is None:
            return ""
        now, asleep = _monotonic(), not answered and self.process.is_asleep()
        worked, slept = self._used(now)  # Last: if it sleeps, all its waits for a core are in it.
        if worked > self.seconds:
            return f"it was still computing after {self.stated:g} s"
        if asleep and slept > self.patience:
            doing = "was still running" if self.before.cpu is None else "was still waiting"
            return f"it {doing} after {self.patience:g} s"
        return "" if answered else self.spent.limit_exceeded

    def _used(self, now: float) -> tuple[float, float]:
        """Return the CPU time that counts, and for how long the worker has slept, at most."""
        usage, elapsed = self.process.usage(), now - (self.started or 0)
        awake = (usage.cpu or 0) - (self.before.cpu or 0)
        queued = (usage.queued or 0) - (self.before.queued or 0)
        slept = max(elapsed - awake - max(queued, self.late), 0)  # Both count the judge's queue.
        self.spent.seconds += slept + awake - self.counted
        self.counted = slept + awake
        return usage.cpu or 0 if self.from_start else awake, slept
