"""Processes that keep the processors busy while `autograder verify` grades."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from autograder.authoring.verify.busy import busy_machine
from tests.cli.test_signals import wait_for
from tests.conftest import ROOT


def test_processors_are_busy_in_the_block() -> None:
    with busy_machine() as processes:
        assert len(processes) == os.cpu_count()
        assert [process.poll() for process in processes] == [None] * len(processes)
    assert None not in [process.poll() for process in processes]


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
def test_busy_processes_end_with_their_parent() -> None:
    code = "import os; from autograder.authoring.verify.busy import busy_machine\n"
    code += "with busy_machine() as processes:\n"
    code += "    print(*[process.pid for process in processes], flush=True)\n    os._exit(0)"
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, stdout=PIPE, text=True, check=True, cwd=ROOT, timeout=60)
    folders = [Path("/proc", number) for number in ended.stdout.split()]
    assert len(folders) == os.cpu_count()
    wait_for(lambda: not any(folder.exists() for folder in folders))
