"""Each submission is graded in a process of its own, which ends with the process that asked."""

from __future__ import annotations

import contextlib
import os
import pickle
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.course import grading_processes
from autograder.course.grading import GradedSubmission, GradingOptions, GradingStatus, GradingTask
from autograder.course.grading_processes import GradingProcesses
from autograder.course.warm_judge import GRADE, LONGEST_REQUEST
from autograder.report import GraderError
from autograder.sandbox.backend import SandboxError
from tests.conftest import KITS, ROOT, copy_kit, wait_for

REFERENCE = (KITS / "functions/reference/functions/functions.py").read_bytes()
WAITS = b"import time\ntime.sleep(30)\n"


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_kit("functions", tmp_path_factory.mktemp("kit"))


@contextlib.contextmanager
def processes(*, forking: bool = True, seconds: float = 60) -> Iterator[GradingProcesses]:
    made = GradingProcesses(forking=forking, seconds=seconds)
    try:
        yield made
    finally:
        made.close()


def task(kit: Path, content: bytes = REFERENCE, assignment: str = "functions") -> GradingTask:
    return GradingTask(
        "ada", kit, assignment, {"functions.py": content}, {}, GradingOptions(confined=False)
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


def judge_of(made: GradingProcesses) -> subprocess.Popen[bytes]:
    [judge] = made.judges.values()
    return judge.process


def children_of(judge: subprocess.Popen[bytes], command: bytes = b"warm_judge") -> list[int]:
    """Return the processes in which submissions are graded, or others by their command."""
    pid = judge.pid
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [child for child in map(int, text.split()) if command in command_of(child)]


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def has_ended(pid: int) -> bool:
    """Has it ended altogether? It has no command line before its files are closed."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return True
    return status.rpartition(")")[2].split()[0] == "Z"


LOGS_TRIALS = """
import os, sys

FOLDER = os.environ["TMPDIR"]


def log(event, arguments):
    if event != "open" or "cagework-owned" in str(arguments[0]):
        return
    if os.path.dirname(str(arguments[0])) == FOLDER:
        with open(f"{FOLDER}.log", "a") as file:
            file.write(f"{os.getpid()}\\n")


sys.addaudithook(log)
"""


def test_gradings_write_no_file_to_find_the_temporary_folder(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Python's tempfile does once in a process: a grading that is killed would leave it."""
    (tmp_path / "temporary").mkdir()
    (tmp_path / "sitecustomize.py").write_text(LOGS_TRIALS)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with processes() as made:
        graded = [made.grade(task(kit)) for _ in range(2)]
        judge = judge_of(made).pid
    assert all(each.report for each in graded)
    assert set((tmp_path / "temporary.log").read_text().split()) == {str(judge)}


REMEMBERS = '''
import random

SEEN = []


def test_first(student):
    """No submission was graded before, and none has the same luck."""
    SEEN.append(student.add(1, 2))
    assert SEEN == [3]
    assert str(random.random()) == ""
'''


def test_gradings_share_what_was_collected_and_nothing_else(kit: Path) -> None:
    tests = kit / "autograder/assignments/functions/tests/test_functions.py"
    tests.write_text(REMEMBERS)
    with processes() as made:
        first = [made.grade(task(kit)) for _ in range(2)]
        tests.write_text(REMEMBERS.replace("== [3]", "== 4"))
        collected = made.grade(task(kit))
        changed = made.grade(replace(task(kit), tests="another hash"))
        assert len(made.judges) == 1
        tests.write_text("def test_first(:\n")
        broken = made.grade(replace(task(kit), tests="a third hash"))
    lucks = [returned(one) for one in (*first, collected)]
    assert len(set(lucks)) == 3
    assert all(luck.startswith("'0.") for luck in lucks)
    assert returned(changed) == "[3]"
    hashes = [one.provenance.assignment for one in (*first, collected, changed)]
    assert hashes[0] == hashes[1] == hashes[2] != hashes[3]
    assert (broken.status, broken.report) == (GradingStatus.FAILED, None)
    assert "test_functions.py" in broken.message
    assert broken.provenance.submission_id == "ada"


def returned(graded: GradedSubmission) -> str:
    assert graded.report is not None
    [test] = graded.report["parts"][0]["tests"]
    return str(test["detail"]["returned"])


NEEDS_MUCH = '''
def test_grader(student):
    """The grader has a limit."""
    assert bytes(9 << 28)


def test_submission(student):
    """The submission has its own."""
    assert student.add(1, 2) == 3
'''


def test_limit_on_the_memory_of_a_grading(kit: Path) -> None:
    """It is not a limit on the submission, whose own may be higher."""
    folder = kit / "autograder/assignments/functions"
    toml = (folder / "assignment.toml").read_text(encoding="utf-8")
    more = "[limits]\nmemory_mib = 4096\n"
    (folder / "assignment.toml").write_text(toml.replace("[limits]\n", more))
    (folder / "tests/test_functions.py").write_text(NEEDS_MUCH)
    with processes() as made:
        graded = made.grade(task(kit, b"def add(a, b): return a + b + 0 * len(bytes(9 << 28))\n"))
    assert graded.status == GradingStatus.FAULT_IN_TESTS, graded.message
    assert graded.report is not None
    [grader, submission] = graded.report["parts"][0]["tests"]
    assert submission["outcome"] == "pass"
    assert "MemoryError" in grader["detail"]["message"]


def test_without_the_process_that_forks_fork_servers(kit: Path) -> None:
    with processes() as made:
        made.grade(task(kit))
        [source] = children_of(judge_of(made), b"fork_server_source")
        os.kill(source, signal.SIGKILL)
        wait_for(lambda: has_ended(source))
        with pytest.raises(SandboxError, match="the process that gradings are forked from is gone"):
            made.grade(task(kit))


def test_tasks_cross_as_plain_data(kit: Path) -> None:
    assert pickle.loads(pickle.dumps(task(kit))) == task(kit)
