"""Each submission is graded in a process of its own, which ends with the process that asked."""

from __future__ import annotations

import os
import pickle
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from autograder.course import grading_processes
from autograder.course.grading import GradingStatus
from autograder.course.grading_processes import GradingProcesses
from autograder.course.warm_judge import GRADE, LONGEST_REQUEST
from autograder.report import GraderError
from autograder.sandbox.backend import SandboxError
from tests.conftest import ROOT, wait_for
from tests.course.gradings import (
    REFERENCE,
    WAITS,
    children_of,
    judge_of,
    processes,
    task,
)


@pytest.mark.parametrize("forking", [True, False])
def test_a_submission_is_graded(kit: Path, forking: bool) -> None:
    with processes(forking=forking) as made:
        graded = made.grade(task(kit))
        assert graded.report is not None
        assert (graded.status, graded.report["score"]) == (GradingStatus.GRADED, 60.0)
        assert graded.report["provenance"]["submission"]["id"] == "ada"
        if forking:
            with pytest.raises(GraderError, match="no assignment 'other'"):
                made.grade(task(kit, assignment="other"))


def test_a_grading_that_takes_too_long_is_ended(kit: Path) -> None:
    with processes(seconds=0.01) as made:
        with pytest.raises(GraderError, match="grading it took longer than"):
            made.grade(task(kit, WAITS))
        wait_for(lambda: not children_of(judge_of(made)))


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked there")
def test_nobody_waits_for_the_result_any_more(kit: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C printed a traceback if a grading ended just before its process was killed."""
    with processes() as made:
        made.grade(task(kit))
        [judge] = made.judges.values()
        tasks, to_process = os.pipe()
        from_process, results = os.pipe()
        os.close(from_process)
        socket.send_fds(judge.control, [GRADE], [tasks, results])
        judge.control.recv(LONGEST_REQUEST)
        os.close(tasks)
        os.close(results)
        with os.fdopen(to_process, "wb") as request:
            request.write(pickle.dumps(task(kit)))
        wait_for(lambda: not children_of(judge.process))
    assert capfd.readouterr().err == ""


STOPPED = """
import os, pickle, sys
from autograder.course.grading_processes import GradingProcesses
made = GradingProcesses(seconds=3)
if not os.fork():
    os.execvp("sh", ["sh", "-c", f"sleep 1; kill -STOP {os.getppid()}; sleep 4; "
        f"kill -CONT {os.getppid()}"])
print(made.grade(pickle.load(sys.stdin.buffer)).report["score"])
made.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such signals")
def test_time_in_which_the_command_is_stopped_does_not_count(kit: Path) -> None:
    """The grading goes on, as after Ctrl-Z; its result was there, but counted as too late."""
    script = [sys.executable, "-c", STOPPED]
    given = pickle.dumps(task(kit, b"import time\ntime.sleep(0.1)\n" + REFERENCE))
    run = subprocess.run(script, cwd=ROOT, input=given, capture_output=True, check=False)
    assert (run.stdout, run.stderr) == (b"60.0\n", b"")


def test_half_a_result_is_none(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the system runs out of memory and kills a process that writes its result."""
    half = pickle.dumps({"score": 60.0})[:-5]
    script = f"import sys; sys.stdin.buffer.read(); sys.stdout.buffer.write({half!r})"
    monkeypatch.setattr(grading_processes, "_command", lambda: [sys.executable, "-c", script])
    message = "the process that graded it ended without a result"
    with processes(forking=False) as made, pytest.raises(GraderError, match=message):
        made.grade(task(kit))


@pytest.mark.parametrize("ending", ["close", "judge"])
def test_gradings_end_with_those_who_asked(kit: Path, ending: str) -> None:
    """Where the pipe to them is closed, and where the process they are forked from is killed."""
    ended: list[BaseException] = []

    def grade(made: GradingProcesses) -> None:
        try:
            made.grade(task(kit, WAITS))
        except (GraderError, SandboxError) as error:
            ended.append(error)

    with processes() as made:
        thread = threading.Thread(target=grade, args=[made])
        thread.start()
        wait_for(lambda: made.judges and children_of(judge_of(made)))
        [child] = children_of(judge_of(made))
        if ending == "close":
            made.close()
        else:
            judge_of(made).kill()
            os.kill(child, signal.SIGKILL)
        thread.join(60)
    assert re.search("ended without a result|forked from is gone", str(ended[0]))
    assert not Path(f"/proc/{child}/exe").exists()
    with pytest.raises(SandboxError, match="this command is ending"):
        made.grade(task(kit))


NO_FORK = """
import os


def fork():
    raise BlockingIOError(11, "no more processes")


os.fork = fork
"""


def test_no_process_for_a_grading(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two processes waited for each other."""
    (tmp_path / "sitecustomize.py").write_text(NO_FORK)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    message = (
        "^a grading cannot be started: Resource temporarily unavailable; "
        "allow more processes, or free memory$"
    )
    with processes() as made, pytest.raises(SandboxError, match=message):
        made.grade(task(kit))


NEVER_REPLIES = """
import socket, sys

control = socket.socket(fileno=int(sys.argv[1]))
while control.recv(1 << 16):
    pass
"""


def test_closing_ends_a_thread_that_waits_for_a_reply(
    kit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as it waited, the socket was open, and so was the other end: Ctrl-C ended nothing."""
    command = [sys.executable, "-c", NEVER_REPLIES]
    monkeypatch.setattr(grading_processes, "_command", lambda: command)
    ended: list[BaseException] = []

    def grade(made: GradingProcesses) -> None:
        try:
            made.grade(task(kit))
        except SandboxError as error:
            ended.append(error)

    with processes() as made:
        thread = threading.Thread(target=grade, args=[made])
        thread.start()
        wait_for(lambda: any(judge.lock.locked() for judge in made.judges.values()))
        time.sleep(0.2)  # Until it has sent its request.
        made.close()
        thread.join(60)
    assert "is gone" in str(ended[0])
