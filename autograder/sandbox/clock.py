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

from autograder.sandbox.backend import SandboxError, Usage, WorkerProcess

_monotonic = time.monotonic  # A test may patch it.
SHORTEST_WAIT = 0.002
UNTIMED = 0.01
"""Seconds for the first wait for a response. Nearly all arrive in it, so the kernel is not asked
what the worker has used."""
STARTING = 4
"""Seconds for a worker to load a file; also to start, where its CPU time cannot be measured."""
MAX_SECONDS_IN_ALL = 1200
"""For all requests of one grading: less than a grading of a class may take."""


class TimeSpent:
    """What the requests of one grading have taken so far, of the time that is limited."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @property
    def left(self) -> float:
        return MAX_SECONDS_IN_ALL - self.seconds

    @property
    def limit_exceeded(self) -> str:
        """How the limit is exceeded, or an empty string."""
        taken = f"the submission has taken {MAX_SECONDS_IN_ALL / 60:g} minutes in all"
        return taken if self.left < 0 else ""

    def add_untimed(self, seconds: float) -> None:
        """Count a request that was answered in the first wait, which may have ended late."""
        self.seconds += min(seconds, UNTIMED)


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
        self.from_start, self.first = from_start, first
        self.started = 0.0
        self.counted = self.late = 0.0

    def start(self) -> TimeLimit:
        """Ask what the worker has used so far, unless that is known."""
        if self.started:
            return self
        self.before = self.process.usage()  # Before the time: a delay in between is not sleep.
        starting = self.from_start or (self.first and self.before.cpu is None)
        self.patience = 2 * self.seconds + (STARTING if starting else 1)
        self.longest = 60 + 20 * self.patience
        self.cpu_before = 0.0 if self.from_start else self.before.cpu
        self.started = _monotonic()
        return self

    def wait(self, seconds: float) -> None:
        """Wait until the worker sends something, a limit may be reached, or `seconds` have passed.

        Raises:
            SandboxError: the worker does not get enough of the processor to reach any limit.
        """
        now, usage = _monotonic(), self.process.usage()
        elapsed = now - self.started - self.late
        if elapsed > self.longest:
            raise SandboxError(
                f"this machine is too busy: in {elapsed:.0f} s the submission could run for "
                f"{self.worked(usage):.1f} s"
            )
        left = self.patience - self.slept(now, usage)
        if usage.cpu is not None:
            left = min(left, self.seconds - self.worked(usage))
        left = min(left, self.spent.left)
        asked = max(min(seconds, left), SHORTEST_WAIT)
        self.process.wait(asked)
        self.late += max(_monotonic() - now - asked, 0)

    def excess_of_answer(self) -> str:
        """Return how a request that is answered exceeds a limit, or an empty string.

        It may have slept for too long.
        """
        usage = self.process.usage()
        self._count(_monotonic(), usage)
        return self._computing(usage)

    def limit_exceeded(self) -> str:
        """Return how the limit is exceeded, or an empty string."""
        now = _monotonic()
        asleep = self.process.is_asleep()
        usage = self.process.usage()  # Last: if it sleeps, all that it waited for a core is in it.
        self._count(now, usage)
        if computing := self._computing(usage):
            return computing
        if asleep and self.slept(now, usage) > self.patience:
            doing = "was still running" if usage.cpu is None else "was still waiting"
            return f"it {doing} after {self.patience:g} s"
        return self.spent.limit_exceeded

    def _count(self, now: float, usage: Usage) -> None:
        """Count what this request has taken since it was last counted."""
        taken = self.slept(now, usage) + (usage.cpu or 0) - (self.before.cpu or 0)
        self.spent.seconds += taken - self.counted
        self.counted = taken

    def _computing(self, usage: Usage) -> str:
        if self.worked(usage) > self.seconds:
            return f"it was still computing after {self.seconds:g} s"
        return ""

    def worked(self, usage: Usage) -> float:
        return (usage.cpu or 0) - (self.cpu_before or 0)

    def slept(self, now: float, usage: Usage) -> float:
        """Return for how long the worker has slept, at most, since the request."""
        awake = (usage.cpu or 0) - (self.before.cpu or 0)
        queued = (usage.queued or 0) - (self.before.queued or 0)
        return now - self.started - awake - max(queued, self.late)  # Both count the judge's queue.
