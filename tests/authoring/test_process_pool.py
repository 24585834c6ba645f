"""A process of a pool that starts while the one that made the pool is killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
