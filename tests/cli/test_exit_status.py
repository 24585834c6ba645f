"""Exit statuses where the surroundings of a command fail it, in one line or none."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

from tests.cli.in_process import run_main
from tests.conftest import KITS, ROOT

KIT = KITS / "double"


@pytest.mark.parametrize(
    "command",
    [
        ["check"],
        ["check", "double", KIT / "reference/double", "--kit", KIT],
        ["new"],
        ["release", "double", "--kit", KIT, "--to", "out"],
    ],
)
def test_current_folder_that_was_deleted(
    command: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    ran = run_main(*command)
    message = "autograder: the current folder has been deleted; change into another folder\n"
    assert (ran.status, ran.out, ran.err) == (2, "", message)


def test_no_temporary_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Python reports it if all disks are full, or may only be read."""
    none = FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr("tempfile._get_default_tempdir", Mock(side_effect=none))
    ran = run_main("check", "double", KIT / "reference/double", "--kit", KIT)
    message = "no temporary folder can be written: free disk space, or name another one in TMPDIR"
    assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {message}\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["check kenken reference/kenken --part solve", "puzzle new 4"])
def test_full_disk_under_standard_output(command: str) -> None:
    """Where Python keeps what is not written, as it does by default."""
    environment = {n: v for n, v in os.environ.items() if n != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "autograder", *command.split()],
            cwd=ROOT,
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr.endswith("autograder: cannot write: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_under_standard_error() -> None:
    """The status is all that is left of an error; Python's own for this is 120."""
    environment = {n: v for n, v in os.environ.items() if n != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-m", "autograder", "grade", "unknown", "folder"]
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(command, cwd=ROOT, env=environment, stderr=full, check=False)
    assert ran.returncode == 2


def test_quota_that_is_used_up() -> None:
    used_up = OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))
    with patch("autograder.sandbox.doctor.examine", side_effect=used_up):
        ran = run_main("doctor")
    says = f"autograder: cannot write: {os.strerror(errno.EDQUOT)}\n"
    assert (ran.status, ran.out, ran.err) == (2, "", says)


def test_traceback_that_cannot_be_saved() -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with (
        patch("autograder.sandbox.doctor.examine", side_effect=ZeroDivisionError("a bug")),
        patch("autograder.cli.main.save_traceback", side_effect=full),
    ):
        ran = run_main("doctor")
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == (
        "autograder: the grader failed, not the submission: ZeroDivisionError('a bug')\n"
        "autograder: the traceback cannot be saved: No space left on device\n"
    )


FIGURE = "inputs/kenken/sample/figure.in"


@pytest.mark.parametrize(
    "command", ["--help", "puzzle new 4 --count 50 --seed 1", f"puzzle show {FIGURE}"]
)
def test_reader_of_a_pipe_that_has_left(command: str) -> None:
    """`| head -1`: nothing on standard error, and the status of a program that SIGPIPE stops."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as output:
        ran = subprocess.run(
            [sys.executable, "-m", "autograder", *command.split()],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (141, b"")


def test_terminal_that_has_been_closed() -> None:
    """It looked like a fault of the grader, whose traceback was saved."""
    ours, theirs = pytest.importorskip("pty").openpty()
    os.close(ours)
    command = [sys.executable, "-m", "autograder", "puzzle", "show", FIGURE]
    with os.fdopen(theirs, "wb") as output:
        ran = subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.PIPE, check=False)
    assert (ran.returncode, ran.stderr) == (129, b"")


def test_another_broken_pipe_is_a_fault_of_the_grader() -> None:
    broken = BrokenPipeError(errno.EPIPE, "Broken pipe")
    with patch("autograder.sandbox.doctor.examine", side_effect=broken):
        ran = run_main("doctor")
    assert (ran.status, ran.out) == (3, "")
    assert ran.err.startswith("autograder: the grader failed, not the submission: BrokenPipeError")
