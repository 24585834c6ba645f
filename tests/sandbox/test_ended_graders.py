"""What is left when a grader is killed, and what a grading without resources ends as."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent, indent

import pytest

from autograder.sandbox.pool import Sandbox
from autograder.sandbox.spawn import SpawnBackend, SpawnedProcess
from tests.conftest import KITS, ROOT, wait_for

KIT = KITS / "functions"
RIGHT = (KIT / "reference/functions/functions.py").read_text(encoding="utf-8")
ADD = "def add(a: int, b: int) -> int:\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The folder for temporary folders."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


def grade(
    submission: Path, place: Path, command: Sequence[str] = ("autograder", "grade")
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", *command, "functions", submission, "--kit", KIT],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(place)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def descendants(pid: int) -> set[int]:
    found: set[int] = set()
    for record in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, record.read_text().split()):
            found |= {child} | descendants(child)
    return found


def runs(pid: int) -> bool:
    """Return whether a process runs; one that has ended may stay as a zombie."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=str)
def test_no_process_outlives_a_grader(tmp_path: Path, place: Path, number: signal.Signals) -> None:
    submission = tmp_path / "submission"
    submission.mkdir()
    looping = RIGHT.replace(ADD, ADD + "    open('started', 'w').close()\n    while True: pass\n")
    (submission / "functions.py").write_text(looping, encoding="utf-8")
    grader = grade(submission, place)
    wait_for(lambda: list(place.glob("*/scratch/*/started")))
    processes = descendants(grader.pid)
    assert len(processes) > 1
    grader.send_signal(number)
    if number == signal.SIGKILL:
        grader.communicate(timeout=120)
        wait_for(lambda: not any(map(runs, processes)))
        (submission / "functions.py").write_text(RIGHT, encoding="utf-8")
        out, _ = grade(submission, place).communicate(timeout=120)
        assert "Score: 60 of 60" in out
    else:
        grader.communicate(timeout=120)
        wait_for(lambda: not any(map(runs, processes)))
    assert os.listdir(place) == []


@pytest.mark.parametrize("loop", ["while True: pass", "sum(range(10**15))"])
def test_no_spawned_worker_outlives_a_grader(tmp_path: Path, place: Path, loop: str) -> None:
    """A worker that is started, not forked; in the second loop no other thread of it can run."""
    submission = tmp_path / "submission"
    submission.mkdir()
    looping = RIGHT.replace(ADD, ADD + f"    open('started', 'w').close()\n    {loop}\n")
    (submission / "functions.py").write_text(looping, encoding="utf-8")
    grader = grade(submission, place, ("tests.on_backend", "spawn", "check"))
    wait_for(lambda: list(place.glob("*/started")))
    processes = descendants(grader.pid)
    assert processes
    grader.kill()
    grader.communicate(timeout=120)
    wait_for(lambda: not any(map(runs, processes)))


def test_spawned_worker_ends_when_its_requests_do(tmp_path: Path) -> None:
    """This holds on every system; only Linux ends a process with its parent."""
    loop = "open('started', 'w').close()\nwhile True: pass\n"
    (tmp_path / "own.py").write_text(loop, encoding="utf-8")
    with Sandbox(tmp_path, required=False, backend=SpawnBackend) as sandbox:
        process = sandbox.worker("own", 1, spare=False).process
        assert isinstance(process, SpawnedProcess)
        wait_for(Path(process.scratch, "started").exists)
        assert process.python.stdin
        process.python.stdin.close()
        assert process.python.wait(60) == -signal.SIGKILL
        process.close()


def test_spawned_worker_that_has_ended_can_be_closed(tmp_path: Path) -> None:
    """Although it has not read the last request."""
    with Sandbox(tmp_path, required=False, backend=SpawnBackend) as sandbox:
        process = sandbox.worker(spare=False).process
        assert isinstance(process, SpawnedProcess)
        process.python.kill()
        process.python.wait()
        process.send(b"unread")
        process.close()


def graded_within(limits: str, submission: Path) -> subprocess.CompletedProcess[str]:
    return run_within(limits, f"grade functions {submission}")


def run_within(limits: str, command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", f"{limits} && exec {sys.executable} -m autograder {command} --kit {KIT}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("descriptors", [10, 30, 100])
def test_few_descriptors_cost_no_points(descriptors: int) -> None:
    """They cost the reference all of its points."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    assert hard > 256 or hard == resource.RLIM_INFINITY
    ran = graded_within(f"ulimit -n {descriptors}", KIT / "reference/functions")
    assert ran.returncode == 3
    assert "Score" not in ran.stdout
    assert "raise the limit (ulimit -n)" in ran.stderr or descriptors == 10


@pytest.mark.parametrize("limit", ["-v 700000", "-d 700000", "-s 4096", "-t 59", "-f 4096"])
def test_score_does_not_depend_on_limits_of_the_system(limit: str) -> None:
    """Submissions that keep to the assignment's limits lost points by those of the system."""
    ran = graded_within(f"ulimit {limit}", KIT / "reference/functions")
    remedy = f"raise the limit (ulimit {limit[:2]})\n"
    assert (ran.returncode, ran.stdout, ran.stderr.partition("started: ")[2]) == (3, "", remedy)


def test_limits_that_can_be_raised_cost_no_points(tmp_path: Path) -> None:
    """Each call takes 400 MiB, and calls functions in C that call each other."""
    costly = """
        taken = bytearray(400 << 20)
        def nested(depth):
            return max([depth], key=lambda _: nested(depth - 1)) if depth else 0
        nested(250)
    """
    (tmp_path / "functions.py").write_text(RIGHT.replace(ADD, ADD + indent(dedent(costly), "    ")))
    raised = "ulimit -S -v 150000 && ulimit -S -d 150000 && ulimit -S -s 128 && ulimit -S -f 5000"
    ran = graded_within(raised, tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Score: 60 of 60" in ran.stdout


@pytest.mark.parametrize("limit", ["-n 30", "-v 150000", "-f 5000"])
@pytest.mark.parametrize(
    "command", ["course grade functions {}/class --to {}/results", "verify functions"]
)
def test_limits_of_the_system_are_reported_once(command: str, limit: str, tmp_path: Path) -> None:
    """Without a traceback of the zygote, nor a line for each student."""
    (tmp_path / "class").mkdir()
    for student in ("ada", "bob"):
        (tmp_path / f"class/{student}.py").write_text(RIGHT)
    ran = run_within(f"ulimit {limit}", command.format(tmp_path, tmp_path))
    [error] = ran.stderr.splitlines()
    assert (ran.returncode, ran.stdout) == (3, "")
    assert error.startswith("autograder: the grader failed, not the submission: the process that")
    assert error.endswith(f": raise the limit (ulimit {limit[:2]})")
    assert not (tmp_path / "results").exists()


def test_class_is_graded_if_limits_can_be_raised(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class/ada.py").write_text(RIGHT)
    command = f"course grade functions {tmp_path}/class --to {tmp_path}/results"
    ran = run_within("ulimit -S -n 64 && ulimit -S -v 150000 && ulimit -S -f 5000", command)
    assert (ran.returncode, ran.stderr) == (0, "1 of 1  ada: 60 of 60\n")
