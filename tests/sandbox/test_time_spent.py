"""The limit on all requests of one grading together, with real workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.pool import Sandbox

SLOW = """
import time

def nap(seconds):
    time.sleep(seconds)
    return seconds
"""


def test_time_of_a_grading_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.sandbox.clock.MAX_SECONDS_IN_ALL", 1)
    (tmp_path / "own.py").write_text(SLOW, encoding="utf-8")
    with Sandbox(tmp_path) as sandbox:

        def nap(seconds: float) -> ResponseKind:
            worker = sandbox.worker("own", 0.5)
            loaded = worker.load().kind
            kind = worker.call("nap", [seconds], 0.3).kind
            worker.close()
            return kind if loaded is ResponseKind.VALUE else loaded

        assert [nap(0.4), nap(0.4)] == [ResponseKind.VALUE] * 2
        # While the judge waits for a core, a nap counts less: on a busy machine it takes more.
        assert ResponseKind.TIMED_OUT in (nap(0.4) for _ in range(60))
        assert nap(0) is ResponseKind.TIMED_OUT


def test_requests_that_are_answered_at_once_count_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else 50,000 objects, each with an attribute that sleeps 8 ms, take 7 minutes a test."""
    monkeypatch.setattr("autograder.sandbox.clock.MAX_SECONDS_IN_ALL", 0.2)
    (tmp_path / "own.py").write_text(SLOW, encoding="utf-8")
    with Sandbox(tmp_path) as sandbox:
        worker = sandbox.worker("own", 0.5)
        assert worker.load().kind is ResponseKind.VALUE
        kinds = (worker.call("nap", [0.005], 0.3).kind for _ in range(1000))
        assert ResponseKind.TIMED_OUT in kinds
        worker.close()
