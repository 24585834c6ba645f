"""`check` prints each part when it is known, and what is known when it is interrupted."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE

import pytest

from autograder.reports import text
from tests.conftest import ROOT
from tests.judge.test_part_limits import kit
from tests.reports.test_report import REPORT

WAITS = '''
import signal

def test_waits():
    """waits"""
    signal.raise_signal(signal.SIGINT)
'''
__all__ = ["kit"]


def command(kit: Path, *arguments: object) -> list[str]:
    work = kit.parent / "work"
    work.mkdir(exist_ok=True)
    (work / "own.py").write_text("def twice(number):\n    return 2 * number\n")
    (work / "main.py").write_text("from own import twice\n\nprint(twice(int(input())))\n")
    known = "check", "loops", work, "--kit", kit, *arguments
    return [sys.executable, "-m", "autograder", *map(str, known)]


@pytest.fixture
def interrupted(kit: Path) -> Path:
    """A kit whose second part interrupts the command."""
    tests = kit / "autograder/assignments/loops/tests/test_program.py"
    tests.write_text(WAITS)
    return kit


def test_interrupted_check_has_printed_what_is_known(interrupted: Path) -> None:
    report = interrupted.parent / "report.json"
    report.write_text("from before")
    run = command(interrupted, "--json", report)
    ran = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr.strip()) == (130, "")
    assert ran.stdout.splitlines()[1:] == [
        "",
        "✓ twice      60/60",
        "",
        "Stopped after 1 of 2 parts.",
    ]
    assert report.read_text() == "from before"


def test_interrupted_check_prints_no_part_of_a_json_report(interrupted: Path) -> None:
    run = command(interrupted, "--json", "-")
    ran = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (130, "")


def test_terminal_shows_the_part_that_runs(kit: Path) -> None:
    """On standard error, and nothing of it is left; not where the output goes to a file."""
    ours, theirs = pty.openpty()
    ran = subprocess.run(command(kit), cwd=ROOT, stdout=PIPE, stderr=theirs, text=True, check=False)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert ran.returncode == 0
    row = "✓ twice      60/60"
    assert shown.startswith(f"\r\x1b[Ktwice ...\r\x1b[K\r\x1b[K{row}  program ...\r\x1b[K")
    assert shown.endswith("\r\x1b[K")
    assert "\x1b" not in ran.stdout
    piped = subprocess.run(command(kit), cwd=ROOT, capture_output=True, text=True, check=False)
    assert (piped.stdout, piped.stderr) == (ran.stdout, "")


def test_json_comes_once_and_whole(kit: Path) -> None:
    run = command(kit, "--json", "-")
    ran = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert json.loads(ran.stdout)["score"] == 100


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_is_not_the_fault_of_the_grader(kit: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        run = command(kit)
        ran = subprocess.run(run, cwd=ROOT, stdout=full, stderr=PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (
        2,
        "autograder: cannot write: No space left on device\n",
    )


def test_report_in_steps_is_the_whole_report() -> None:
    steps = text.TextInSteps("ask for {part}", alone=False)
    known = [replace(REPORT, parts=REPORT.parts[:count]) for count in (1, 2, 4, 5)]
    printed = "".join(map(steps.next, known)) + steps.end(REPORT)
    assert printed == text.render(REPORT, "ask for {part}")


def test_problem_is_printed_above_the_part_that_showed_it() -> None:
    steps = text.TextInSteps("", alone=False)
    steps.next(replace(REPORT, parts=REPORT.parts[:1]))
    later = replace(REPORT, parts=REPORT.parts[:2], problems=(*REPORT.problems, "it is broken"))
    assert steps.next(later).splitlines()[:2] == ["! it is broken", ""]
    assert steps.next(later) == ""
