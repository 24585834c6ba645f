"""What is left when a grader is killed, and what a grading without resources ends as."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from textwrap import dedent, indent

import pytest

from autograder.sandbox.pool import Sandbox
from autograder.sandbox.spawn import SpawnBackend, SpawnedProcess
from tests.conftest import KITS, Ran, Start, descendants, run_program, runs, wait_for

KIT = KITS / "functions"
RIGHT = (KIT / "reference/functions/functions.py").read_text(encoding="utf-8")
ADD = "def add(a: int, b: int) -> int:\n"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=str)
def test_no_process_outlives_a_grader(
    start: Start, tmp_path: Path, temporary: Path, number: signal.Signals
) -> None:
    command = ("grade", "functions", tmp_path / "submission", "--kit", KIT)
    submission = tmp_path / "submission"
    submission.mkdir()
    looping = RIGHT.replace(ADD, ADD + "    open('started', 'w').close()\n    while True: pass\n")
    (submission / "functions.py").write_text(looping, encoding="utf-8")
    grader = start(*command)
    wait_for(lambda: list(temporary.glob("*/scratch/*/cwd/started")))
    processes = descendants(grader.pid)
    assert len(processes) > 1
    grader.send_signal(number)
    grader.communicate(timeout=120)
    wait_for(lambda: not any(map(runs, processes)))
    if number == signal.SIGKILL:
        (submission / "functions.py").write_text(RIGHT, encoding="utf-8")
        out, _ = start(*command).communicate(timeout=120)
        assert "Score: 60 of 60" in out
    assert os.listdir(temporary) == []


def test_spawned_worker_ends_when_its_requests_do(tmp_path: Path) -> None:
    """This holds on every system; only Linux ends a process with its parent."""
    loop = "open('started', 'w').close()\nwhile True: pass\n"
    (tmp_path / "own.py").write_text(loop, encoding="utf-8")
    with Sandbox(tmp_path, required=False, backend=SpawnBackend) as sandbox:
        process = sandbox.worker("own", 1, spare=False).process
        assert isinstance(process, SpawnedProcess)
        wait_for(Path(process.scratch, "cwd", "started").exists)
        assert process.python.stdin
        process.python.stdin.close()
        assert process.python.wait(60) == -signal.SIGKILL
        process.close()


def run_within(limits: str, command: str) -> Ran:
    program = f"exec {sys.executable} -m autograder {command} --kit {KIT}"
    return run_program("sh", "-c", f"{limits} && {program}")


@pytest.mark.parametrize("limit", ["-n 100", "-v 700000"])
def test_score_does_not_depend_on_limits_of_the_system(limit: str) -> None:
    """Submissions that keep to the assignment's limits lost points by those of the system."""
    ran = run_within(f"ulimit {limit}", f"grade functions {KIT / 'reference/functions'}")
    assert (ran.status, ran.out) == (3, "")
    assert f"raise the limit (ulimit {limit[:2]})" in ran.err


def test_limits_that_can_be_raised_cost_no_points(tmp_path: Path) -> None:
    """A call takes 400 MiB, and each calls functions in C that call each other."""
    costly = """
        taken = bytearray(400 << 20 if a == 1 else 0)
        def nested(depth):
            return max([depth], key=lambda _: nested(depth - 1)) if depth else 0
        nested(250)
    """
    (tmp_path / "functions.py").write_text(RIGHT.replace(ADD, ADD + indent(dedent(costly), "    ")))
    raised = "ulimit -S -n 64 && ulimit -S -v 150000 && ulimit -S -s 128 && ulimit -S -f 5000"
    ran = run_within(raised, f"grade functions {tmp_path}")
    assert (ran.status, ran.err) == (0, "")
    assert "Score: 60 of 60" in ran.out


def test_limits_of_the_system_are_reported_once(tmp_path: Path) -> None:
    """Without a traceback of the zygote, nor a line for each student."""
    (tmp_path / "class").mkdir()
    for student in ("ada", "bob"):
        (tmp_path / f"class/{student}.py").write_text(RIGHT)
    command = f"course grade functions {tmp_path}/class --to {tmp_path}/results"
    ran = run_within("ulimit -n 30", command)
    [error] = ran.err.splitlines()
    assert (ran.status, ran.out) == (3, "")
    assert error.startswith("autograder: the grader failed, not the submission: the process that")
    assert error.endswith(": raise the limit (ulimit -n)")
    assert not (tmp_path / "results").exists()
