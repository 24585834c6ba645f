"""The limits on a submission's time do not depend on what else keeps the machine busy."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.sandbox import zygote
from autograder.sandbox.backend import SandboxError, Usage
from autograder.sandbox.clock import TimeLimit, TimeSpent
from autograder.sandbox.messages import Response, ResponseKind
from autograder.sandbox.pool import Sandbox
from tests.conftest import wait_for
from tests.sandbox.conftest import call as call_function

OTHERS = 7
OWN = """
import time

def compute(seconds):
    started = time.process_time()
    while time.process_time() - started < seconds:
        pass
    return "done"

def sleep(seconds):
    time.sleep(seconds)
"""

UNTIL_THE_TESTS_END = """
import os

parent = os.getppid()
while os.getppid() == parent:
    pass
"""
"""They may be killed."""


@pytest.fixture
def busy_core(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run this test, and all that it starts, on one core that other processes keep busy."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    loop = [sys.executable, "-S", "-c", UNTIL_THE_TESTS_END]
    # In sessions of their own, since some systems divide time among sessions first.
    others = [subprocess.Popen(loop, start_new_session=True) for _ in range(OTHERS)]
    on_this_core = zygote.Zygote()
    monkeypatch.setattr(zygote, "shared_zygote", lambda: on_this_core)
    yield
    on_this_core.close()
    for other in others:
        other.kill()
        other.wait()
    os.sched_setaffinity(0, cores)


@pytest.mark.usefixtures("busy_core")
def test_busy_machine_does_not_change_results(tmp_path: Path) -> None:
    """Right code, within its limit, takes longer here than the judge's patience."""
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    with Sandbox(tmp_path) as sandbox:

        def call(function: str, seconds: float) -> Response:
            worker = sandbox.worker("own", 0.5)
            assert worker.load().kind is ResponseKind.VALUE
            response = call_function(worker, function, [seconds], 0.3)
            worker.close()
            return response

        assert call("compute", 0.25).value == "done"
        assert call("compute", 9).reason == "it was still computing after 0.3 s"
        assert call("sleep", 99).reason == "it was still waiting after 1.6 s"


def test_waiting_worker_that_computes_too_long_is_closed(tmp_path: Path) -> None:
    """It would keep a worker that is asked something from running."""
    (tmp_path / "own.py").write_text("while True:\n    pass\n", encoding="utf-8")
    with Sandbox(tmp_path) as sandbox:
        process = sandbox.prefork("own", 0.5).process
        sandbox.drop_excessive_spare()
        assert sandbox.spare
        wait_for(lambda: (process.usage().cpu or 0) > 0.5)
        sandbox.drop_excessive_spare()
        assert not sandbox.spare


class FakeProcess:
    """A worker with a clock of its own; waiting takes as long as asked, and `late` more."""

    def __init__(self, cpu: float | None = 0, queued: float | None = 0) -> None:
        self.cpu, self.queued = cpu, queued
        self.asleep = True
        self.time = self.late = 0.0

    def usage(self) -> Usage:
        return Usage(self.cpu, self.queued)

    def is_asleep(self) -> bool:
        return self.asleep

    def wait(self, seconds: float) -> None:
        self.time += seconds + self.late


@pytest.fixture
def process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> FakeProcess:
    fake = FakeProcess(*getattr(request, "param", ()))
    monkeypatch.setattr("autograder.sandbox.clock._monotonic", lambda: fake.time)
    return fake


def limit_on(process: Any, *, first: bool = False) -> TimeLimit:
    return TimeLimit(process, 1, TimeSpent(), from_start=False, first=first).start()


COMPUTING, WAITING = "it was still computing after 1 s", "it was still waiting after 3 s"
USED = {
    "in the queue": ({"time": 8, "cpu": 0.5, "queued": 5}, ""),
    "in the queue now, which the kernel counts later": ({"time": 9, "asleep": False}, ""),
    "computing": ({"time": 1.01, "cpu": 1.01}, COMPUTING),
}


@pytest.mark.parametrize(("used", "excess"), USED.values(), ids=USED)
def test_what_exceeds_the_limit(process: FakeProcess, used: dict[str, Any], excess: str) -> None:
    limit = limit_on(process)
    vars(process).update(used)
    assert limit.limit_exceeded() == excess
    # However late the judge notices, too much computing counts; having slept does not.
    assert limit.limit_exceeded(answered=True) == (excess if excess == COMPUTING else "")


@pytest.mark.parametrize("process", [(None, None)], indirect=True)
def test_without_the_kernels_clocks_late_waits_extend_the_limit(process: FakeProcess) -> None:
    limit, first = limit_on(process), limit_on(process, first=True)
    process.late = 0.3
    for _ in range(10):
        limit.wait(0.3)
    assert process.time == pytest.approx(6)
    assert limit.limit_exceeded() == ""
    process.late = 0
    for _ in range(5):
        limit.wait(0.3)
    assert limit.limit_exceeded() == "it was still running after 3 s"
    # A first request may wait for Python's start.
    assert first.limit_exceeded() == "it was still running after 6 s"


def test_suspension_of_judge_and_worker_does_not_count(process: FakeProcess) -> None:
    """Batch systems stop all processes of a job, however long."""
    limit = limit_on(process)
    process.late = 10_000
    limit.wait(0.1)
    process.late = 0
    limit.wait(0.1)
    assert limit.limit_exceeded() == ""
    process.wait(2.9)
    assert limit.limit_exceeded() == WAITING


def test_machine_too_busy_to_tell_is_the_graders_fault(process: FakeProcess) -> None:
    limit = limit_on(process)
    process.time, process.queued, process.cpu = 150, 149, 0.5
    with pytest.raises(SandboxError, match=r"too busy: in 150 s the submission could run for 0.5"):
        limit.wait(0.1)


def test_requests_that_are_answered_at_once_count_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else 50,000 objects, each with an attribute that sleeps 8 ms, take 7 minutes a test."""
    monkeypatch.setattr("autograder.sandbox.clock.MAX_SECONDS_IN_ALL", 0.2)
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    with Sandbox(tmp_path) as sandbox:
        worker = sandbox.worker("own", 0.5)
        assert worker.load().kind is ResponseKind.VALUE
        kinds = (call_function(worker, "sleep", [0.005], 0.3).kind for _ in range(1000))
        assert ResponseKind.TIMED_OUT in kinds
        worker.close()
