"""Processes of a pool: what they start with, and what ends them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from multiprocessing.context import SpawnProcess
from pathlib import Path
from unittest.mock import Mock

import pytest

from autograder.authoring import process_pool
from tests.conftest import ROOT

LATE = """
import os
import time
from multiprocessing import get_context

from autograder.authoring import process_pool


def start_late(parent):
    while os.getppid() == parent:
        time.sleep(0.01)
    process_pool._prepare()
    print("waits for tasks")


if __name__ == "__main__":
    get_context("spawn").Process(target=start_late, args=[os.getpid()]).start()
    os._exit(0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, a thread waits for the parent")
def test_process_that_starts_after_its_parent_was_killed(tmp_path: Path) -> None:
    """It waited for tasks forever, with the output of the command that had started it."""
    (tmp_path / "late.py").write_text(LATE, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "late.py")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=60)
    assert (ran.stdout, ran.stderr) == (b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="there, no current folder can be deleted")
def test_no_helper_is_started_in_a_folder_that_was_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With Python 3.13, multiprocessing's helper would end there with a traceback."""
    ensure_running = Mock()
    monkeypatch.setattr("multiprocessing.resource_tracker.ensure_running", ensure_running)
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(FileNotFoundError), process_pool.process_pool():
        pass
    ensure_running.assert_not_called()


@pytest.mark.skipif(sys.platform == "win32", reason="there, no signal can be blocked")
def test_every_process_starts_with_ctrl_c_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those after the first began to start with a traceback if it was pressed just then."""
    masks = []
    start = SpawnProcess.start

    def recording_start(process: SpawnProcess) -> None:
        masks.append(signal.pthread_sigmask(signal.SIG_BLOCK, []))
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", recording_start)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with process_pool.process_pool() as pool:
        assert sum(pool.map(abs, (-1, -2, -3))) == 6
        assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
    assert [signal.SIGINT in mask for mask in masks] == [True, True]
