"""`autograder puzzle` as a process: pipelines, immediate results, interrupts, terminals."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.cli.in_process import SOLUTION, THREE_KEEN, run_puzzle
from tests.conftest import ROOT

PUZZLE = [sys.executable, "-m", "autograder", "puzzle"]


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen([*PUZZLE, *arguments], cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True)


def test_pipelines() -> None:
    made = subprocess.run(
        [*PUZZLE, "new", "4", "--seed", "1"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    solved = subprocess.run(
        [*PUZZLE, "solve"], cwd=ROOT, input=made, capture_output=True, check=True
    ).stdout
    rows = [line.split() for line in solved.decode().splitlines()]
    assert all(sorted(line) == list("1234") for line in (*rows, *zip(*rows, strict=True)))
    rated = run_puzzle("rate", stdin=made)
    keen = run_puzzle("convert", "--to", "keen", stdin=made)
    assert (rated.status, run_puzzle("rate", stdin=keen.out)) == (0, rated)


def test_files_of_powershell_and_pages_where_output_is_not_unicode(tmp_path: Path) -> None:
    """PowerShell's > writes UTF-16; and a page that declares UTF-8 is written as UTF-8."""
    (tmp_path / "wide").write_text(THREE_KEEN, encoding="utf-16")
    assert run_puzzle("solve", tmp_path / "wide").out == SOLUTION
    page = subprocess.run(
        [*PUZZLE, "solve", str(tmp_path / "wide"), "--html", "-"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        check=True,
    ).stdout
    assert "←" in page.decode("utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk() -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run([*PUZZLE, "new", "3"], cwd=ROOT, stdout=full, stderr=PIPE, check=False)
    assert ran.returncode == 2
    assert ran.stderr.endswith(b"autograder: cannot write: No space left on device\n")


def test_results_come_one_by_one(tmp_path: Path) -> None:
    """The first result is printed while seconds of work remain; then the user interrupts."""
    (tmp_path / "many").write_text(THREE_KEEN * 50_000)
    with start("solve", str(tmp_path / "many")) as running:
        assert running.stdout is not None
        lines = [running.stdout.readline() for _ in range(4)]
        assert "".join(lines) == f"puzzle 1:\n{SOLUTION}"
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (130, "\n")


def test_reader_that_closes_the_pipe() -> None:
    with start("new", "3", "--seed", "1", "--count", "100000") as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith('{"size": 3, ')
        running.stdout.close()
        assert running.stderr is not None
        assert running.stderr.read() == ""
    assert running.returncode == 141


def on_a_terminal(stdout_too: bool, *arguments: str) -> tuple[str, str]:
    """The output on standard output, unless that is the terminal, and on the terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PUZZLE, *arguments],
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
        stdout=theirs if stdout_too else PIPE,
        stderr=theirs,
    ) as running:
        os.close(theirs)
        seen = b"".join(iter(lambda: read(ours), b""))  # First: a terminal holds only 8 KiB.
        out = running.stdout.read() if running.stdout else b""
    os.close(ours)
    assert running.returncode == 2
    return out.decode(), seen.decode()


def read(terminal: int) -> bytes:
    """Read, also at the end, which Linux reports as an error."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


@pytest.mark.parametrize("stdout_too", [False, True])
def test_progress_bar_on_a_terminal(tmp_path: Path, stdout_too: bool) -> None:
    """It does not appear on standard output."""
    (tmp_path / "many").write_text(f"{THREE_KEEN}{THREE_KEEN}rubbish\n")
    out, seen = on_a_terminal(stdout_too, "solve", "--format", "keen", str(tmp_path / "many"))
    results = f"puzzle 1:\n{SOLUTION}puzzle 2:\n{SOLUTION}"
    seen = seen.replace("\r\n", "\n")
    assert "3/3" in seen
    if stdout_too:
        left_standing = re.sub(r".*\x1b\[2K|\x1b\[[0-9;?]*[A-Za-z]|.*━.*\n?", "", seen)
        assert left_standing.startswith(results)
    else:
        assert out == results
        assert "puzzle 1" not in seen
    assert "many: line 3, column 1: expected the size, a number from 1 to 16, found rubbish" in seen


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_many_puzzles_with_a_closed_stream(tmp_path: Path, closed: str) -> None:
    """Python then has no object for it; the bar asked whether it is a terminal."""
    (tmp_path / "many").write_text(f"{THREE_KEEN}{THREE_KEEN}")
    script = f'exec "$@" {closed}'
    command = [*PUZZLE, "solve", "--format", "keen", str(tmp_path / "many")]
    run = subprocess.run(
        ["sh", "-c", script, "sh", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    results = f"puzzle 1:\n{SOLUTION}puzzle 2:\n{SOLUTION}"
    out = "" if " >&-" in f" {closed}" else results
    assert (run.returncode, run.stdout, run.stderr) == (0, out, "")


def test_progress_bar_with_closed_output(tmp_path: Path) -> None:
    (tmp_path / "many").write_text(f"{THREE_KEEN}{THREE_KEEN}")
    ours, theirs = pytest.importorskip("pty").openpty()
    command = [*PUZZLE, "solve", "--format", "keen", str(tmp_path / "many")]
    script = 'exec "$@" >&-'
    with subprocess.Popen(["sh", "-c", script, "sh", *command], cwd=ROOT, stderr=theirs) as running:
        os.close(theirs)
        seen = b"".join(iter(lambda: read(ours), b""))
    os.close(ours)
    assert running.returncode == 0
    assert b"2/2" in seen


def test_no_bar_for_one_puzzle(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("rubbish\n")
    _, seen = on_a_terminal(False, "solve", "--format", "keen", str(tmp_path / "one"))
    assert seen.startswith("autograder: ")
    assert "\x1b" not in seen


def test_hint_when_reading_from_the_keyboard() -> None:
    """A user who forgot to name a file would wait forever."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [*PUZZLE, "solve"]
    with subprocess.Popen(command, cwd=ROOT, stdin=theirs, stdout=PIPE, stderr=PIPE) as one:
        os.close(theirs)
        os.write(ours, f"{THREE_KEEN}\x04".encode())
        out, err = one.communicate(timeout=20)
    os.close(ours)
    assert out.decode() == SOLUTION
    assert err == b"Reading from the keyboard; end with Ctrl-D (on Windows: Ctrl-Z, then Enter).\n"
