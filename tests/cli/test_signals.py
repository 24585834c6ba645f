"""A command that is stopped by a signal leaves nothing behind: no report, process or folder."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder import signals
from autograder.report import GraderError
from tests.conftest import Start, copy_kit, descendants, runs, wait_for

STOPPING = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
HANGS = "def add(a, b):\n    import time\n    time.sleep(1)\n    return a + b\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_stopped_grading_has_no_score(
    start: Start, temporary: Path, tmp_path: Path, number: int
) -> None:
    """It waits for a worker when the signal arrives. A report from before stays as it was.

    Ctrl-C, and a terminal that is closed, send it to the group of all processes.
    """
    kit = copy_kit("functions", tmp_path / "kit")
    (tmp_path / "functions.py").write_text(HANGS)
    report = tmp_path / "report.json"
    report.write_text("from before")
    running = start("grade", "functions", tmp_path, "--kit", kit, "--json", report)
    wait_for(lambda: list(temporary.glob("*/*")))
    time.sleep(1)
    processes = descendants(running.pid)
    os.killpg(running.pid, number)
    out, _ = running.communicate(timeout=30)
    assert (running.returncode, out) == (130, "")
    assert report.read_text() == "from before"
    assert list(temporary.iterdir()) == []
    wait_for(lambda: not any(map(runs, processes)))


@pytest.fixture
def _restored() -> Iterator[None]:
    """After a signal, the handlers stay until the process ends."""
    handlers = {number: signal.getsignal(number) for number in STOPPING}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)
    with signals.raised():
        pass


@pytest.mark.usefixtures("_restored")
def test_later_signals_and_failures_do_not_disturb_the_cleaning_up() -> None:
    """The first may have reached the grader's other processes, too, which then fail."""
    cleaned = []

    def stop() -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            for number in STOPPING:
                signal.raise_signal(number)
            cleaned.append(True)
            raise GraderError

    with pytest.raises(signals.Stopped), signals.raised():
        stop()
    assert cleaned
