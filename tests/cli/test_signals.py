"""A command that is stopped by a signal leaves nothing behind: no report, process or folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE

import pytest

from autograder import signals
from autograder.report import GraderError
from tests.conftest import ROOT, copy_kit, wait_for

STOPPING = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
HANGS = "def add(a, b):\n    import time\n    time.sleep(1)\n    return a + b\n"

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the command with a folder of its own for temporary files."""
    started: list[subprocess.Popen[str]] = []
    (tmp_path / "temporary").mkdir()

    def run(*arguments: object) -> subprocess.Popen[str]:
        environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
        command = [sys.executable, "-m", "autograder", *map(str, arguments)]
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdout=PIPE,
            stderr=PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.wait()


def stop(process: subprocess.Popen[str], number: int, *, group: bool) -> tuple[str, str]:
    """Send a signal to the command, or to all its processes as `timeout` and Ctrl-C do."""
    (os.killpg if group else os.kill)(process.pid, number)
    return process.communicate(timeout=30)


def processes_of(session: int) -> list[int]:
    """Return the processes that a command has left running."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(folder.name))
    return found


@pytest.mark.parametrize("group", [False, True])
@pytest.mark.parametrize("number", STOPPING)
def test_stopped_grading_has_no_score(
    start: Start, tmp_path: Path, number: int, group: bool
) -> None:
    """It waits for a worker when the signal arrives. A report from before stays as it was."""
    kit = copy_kit("functions", tmp_path / "kit")
    (tmp_path / "functions.py").write_text(HANGS)
    report = tmp_path / "report.json"
    report.write_text("from before")
    running = start("grade", "functions", tmp_path, "--kit", kit, "--json", report)
    wait_for(lambda: list((tmp_path / "temporary").glob("*/*")))
    time.sleep(1)
    out, _ = stop(running, number, group=group)
    assert (running.returncode, out) == (128 + number, "")
    assert report.read_text() == "from before"
    assert list((tmp_path / "temporary").iterdir()) == []
    wait_for(lambda: not processes_of(running.pid))


def at(place: str) -> str:
    """The tests of a part that send the grader a signal at a place."""
    send = "os.kill(os.getpid(), signal.SIGTERM)"
    code = {
        "collection": (send, "", "", ""),
        "setup of a fixture": ("", send, "", ""),
        "a test": ("", "", send, ""),
        "a test that catches everything": (
            "",
            "",
            f"try:\n        {send}\n    except BaseException:\n        pass",
            "",
        ),
        "a destructor": ("", "", f"type('D', (), {{'__del__': lambda self: {send}}})()", ""),
        "teardown of a fixture": ("", "", "", send),
    }[place]
    return (
        "import os, signal, pytest\nfrom functions import add\n{}\n\n"
        "@pytest.fixture\ndef value():\n    {}\n    yield 1\n    {}\n\n"
        'def test_one(value):\n    """one"""\n    {}\n    assert add(1, 2)\n\n'
        'def test_two():\n    """two"""\n    assert add(1, 2)\n'
    ).format(code[0], code[1] or "pass", code[3] or "pass", code[2] or "pass")


PLACES = ["collection", "setup of a fixture", "a test", "a test that catches everything"]
PLACES += ["a destructor", "teardown of a fixture"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("command", ["grade", "check"])
def test_signal_anywhere_in_a_session(
    start: Start, tmp_path: Path, place: str, command: str
) -> None:
    kit = copy_kit("functions", tmp_path / "kit")
    (kit / "autograder/assignments/functions/tests/test_functions.py").write_text(at(place))
    report, work = tmp_path / "report.json", kit / "reference/functions"
    running = start(command, "functions", work, "--kit", kit, "--json", report)
    out, _ = running.communicate(timeout=60)
    assert (running.returncode, out, report.exists()) == (143, "", False)
    assert list((tmp_path / "temporary").iterdir()) == []


def test_stopped_generation_of_files(start: Start, tmp_path: Path) -> None:
    kit = copy_kit("double", tmp_path / "kit")
    (kit / "reference/double/double.py").write_text("import time\ntime.sleep(60)\n")
    running = start("expected", "--kit", kit)
    wait_for(lambda: list((tmp_path / "temporary").glob("*/*")))
    out, _ = stop(running, signal.SIGTERM, group=False)
    assert (running.returncode, out) == (143, "")
    assert list((tmp_path / "temporary").iterdir()) == []


def test_hang_up_of_all_processes_of_a_pool(start: Start, tmp_path: Path) -> None:
    """It ended a helper of multiprocessing, too; the next one printed tracebacks."""
    copy_kit("functions", tmp_path / "kit")
    process = start("verify", "functions", "--kit", tmp_path / "kit")
    wait_for(lambda: list((tmp_path / "temporary").glob("*/*")))  # A submission is graded.
    assert stop(process, signal.SIGHUP, group=True) == ("", "\n")
    assert process.returncode == 128 + signal.SIGHUP


def test_grading_for_a_parent_that_ignores_the_end_of_children(tmp_path: Path) -> None:
    """What it starts ignores SIGCHLD, too."""
    kit = copy_kit("functions", tmp_path / "kit")
    own = [sys.executable, "-m", "autograder", "grade", "functions", "--kit", str(kit)]
    command = [*own, str(kit / "reference/functions")]
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        grading = subprocess.Popen(command, cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True)
    finally:
        signal.signal(signal.SIGCHLD, before)
    out, err = grading.communicate(timeout=120)
    assert (grading.returncode, err) == (0, "")
    assert "Score: 60 of 60" in out


def test_interrupt_while_the_command_starts(tmp_path: Path) -> None:
    """Here, while it imports click."""
    (tmp_path / "click.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n")
    command = [sys.executable, "-m", "autograder", "doctor"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(command, cwd=ROOT, env=environment, stderr=PIPE, check=False)
    assert (ran.returncode, ran.stderr) == (-signal.SIGINT, b"")


class TestOfSignals:
    def test_later_signals_do_not_disturb_the_cleaning_up(self) -> None:
        cleaned = False

        def stop_twice() -> None:
            nonlocal cleaned
            try:
                signal.raise_signal(signal.SIGTERM)
            finally:
                for number in STOPPING:
                    signal.raise_signal(number)
                cleaned = True

        handlers = {number: signal.getsignal(number) for number in STOPPING}
        try:
            with pytest.raises(signals.Stopped), signals.raised():
                stop_twice()
            assert (cleaned, signals.exit_status()) == (True, 143)
            signal.raise_signal(signal.SIGTERM)
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def test_failures_that_follow_from_others_are_not_reported(self) -> None:
        """The signal may have reached the grader's other processes first."""
        handlers = {number: signal.getsignal(number) for number in STOPPING}

        def fail() -> None:
            try:
                signal.raise_signal(signal.SIGTERM)
            finally:
                raise GraderError

        try:
            with pytest.raises(signals.Stopped), signals.raised():
                fail()
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def test_handlers_are_restored(self) -> None:
        before = [signal.getsignal(number) for number in STOPPING]
        with signals.raised():
            assert signal.getsignal(signal.SIGTERM) not in before
        assert [signal.getsignal(number) for number in STOPPING] == before
        assert signals.exit_status() == 130

    def test_ignored_signals_stay_ignored(self) -> None:
        """As under nohup."""
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        try:
            with signals.raised():
                signal.raise_signal(signal.SIGHUP)
        finally:
            signal.signal(signal.SIGHUP, before)
