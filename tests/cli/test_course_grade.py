"""`autograder course grade`, as an instructor runs it: killed, stopped, and run again."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.in_process import run_main
from tests.conftest import (
    KITS,
    Start,
    copy_kit,
    descendants,
    run_autograder,
    runs,
    wait_for,
)
from tests.course.stub import saved_scores

REFERENCE = (KITS / "functions/reference/functions/functions.py").read_text(encoding="utf-8")
WAITS = "import time\n\ndef add(a, b):\n    time.sleep(0.9)\n    return a + b\n"
"""Takes a while, but not too long for any test."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A kit, and a class of three: the first is done at once, the second takes long."""
    copy_kit("functions", tmp_path / "kit")
    (tmp_path / "class").mkdir()
    for name, text in {"ada": REFERENCE, "bob": WAITS}.items():
        (tmp_path / "class" / f"{name}.py").write_text(text)
    (tmp_path / "class/cy").mkdir()
    (tmp_path / "roster.csv").write_text("id,name\nada,Ada\nbob,Bob\ndi,Di\n")
    return tmp_path


def arguments(*more: str) -> list[str]:
    return ["course", "grade", "functions", "class", "--kit", "kit", "--jobs", "1", *more]


TO = ("--to", "results.sqlite")


def first_graded(folder: Path, start: Start) -> subprocess.Popen[str]:
    """Start the command and wait until the first submission is graded."""
    process = start(*arguments(*TO), cwd=folder)
    wait_for(lambda: (graded(folder) and descendants(process.pid)) or process.poll() is not None)
    assert process.poll() is None
    return process


def graded(folder: Path) -> list[tuple[str, float]]:
    return saved_scores(folder / "results.sqlite")


def test_tests_that_cannot_be_collected(folder: Path) -> None:
    """Each submission was graded twice, and had a fault of the grader of its own."""
    tests = folder / "kit/autograder/assignments/functions/tests/test_functions.py"
    tests.write_text(tests.read_text() + "def broken(:\n")
    ran = run_autograder(*arguments(*TO), cwd=folder)
    assert (ran.status, ran.out) == (3, "")
    [line] = ran.err.splitlines()
    failed = "autograder: the grader failed, not the submission"
    assert line.startswith(f"{failed}: no submission can be graded: tests/test_functions.py: ")
    assert line.endswith("SyntaxError: invalid syntax")
    assert graded(folder) == []


def test_killed_stopped_and_run_again(folder: Path, start: Start) -> None:
    killed = first_graded(folder, start)
    processes = descendants(killed.pid)
    second = run_autograder(*arguments(*TO), cwd=folder)
    assert second.status == 2
    refused = "results.sqlite: another run is grading into it; wait until it ends"
    assert second.err == f"autograder: {refused}\n"
    killed.kill()
    killed.communicate(timeout=120)
    wait_for(lambda: not any(map(runs, processes)))
    assert graded(folder) == [("ada", 60.0)]

    stopped = first_graded(folder, start)
    stopped.send_signal(signal.SIGINT)
    _, err = stopped.communicate(timeout=60)
    assert stopped.returncode == 130
    assert err.rstrip() == (
        "autograder: stopped; 0 of 1 submissions are graded and saved. "
        "Run the same command again to continue."
    )
    assert sorted(path.name for path in folder.glob("results*")) == [
        "results.sqlite",
        "results.sqlite-lock",
    ]

    (folder / "class/bob.py").write_text("def add(a, b):\n    return a + b\n")
    last = run_autograder(*arguments(*TO, "--roster", "roster.csv"), cwd=folder)
    ids = "roster.csv: ids are in the column id\n"
    assert last.err == f"{ids}1 of 1  bob: 15 of 60\n"
    assert last.out == SUMMARY
    assert last.status == 0
    assert graded(folder) == [("ada", 60.0), ("bob", 15.0)]


SUMMARY = """\
students: 4; with a score: 2; graded in this run: 1

Cannot be graded:
  cy                        cy: nothing was handed in; functions.py expected
  To grade one after all, put it into a folder as ID.py or ID/ and name that as last DOWNLOAD.

Handed in nothing:
  di                        Di

Not on the roster:
  cy

Results: results.sqlite
"""

TABLE = """\
ada                       Ada                           by hand           functions.py
bob                       Bob                           by hand           functions.py
cy                                                      by hand           \
cy: nothing was handed in; functions.py expected; not on the roster
di                        Di                                              nothing handed in

4 students: 2 to grade, 1 cannot be graded, 1 handed in nothing
To grade one after all, put it into a folder as ID.py or ID/ and name that as last DOWNLOAD.
"""


def test_dry_run(folder: Path) -> None:
    """What belongs to nobody is listed; so is what is lost if it is a student's."""
    (folder / "class/list.txt").write_text("")
    ran = run_autograder(*arguments("--dry-run", "--roster", "roster.csv"), cwd=folder)
    assert ran.out == TABLE
    assert ran.err.splitlines() == [
        "roster.csv: ids are in the column id",
        "autograder: class: list.txt: not read; expected: ID/, ID.py or ID.zip",
    ]
    assert ran.status == 0
    (folder / "class/functions.py").write_text("")
    ran = run_autograder(*arguments("--dry-run"), cwd=folder)
    line = "autograder: class: functions.py: not read; expected: ID/, ID.py or ID.zip"
    assert (ran.status, ran.err.splitlines()[0]) == (1, line)
    assert not list(folder.glob("results*"))


def test_results_among_submissions(folder: Path) -> None:
    """They are no submission, for a dry run as little as for a real one."""
    results = folder / "class/results.sqlite"
    for mode in ((), ("--dry-run",)):
        ran = run_autograder(*arguments("--to", str(results), *mode), cwd=folder)
        assert (ran.status, "results" in ran.err) == (0, False)


@pytest.mark.parametrize("mode", [("--dry-run",), TO], ids=["dry run", "grade"])
def test_download_that_cannot_be_read(folder: Path, mode: tuple[str, ...]) -> None:
    """One line, without a table of nobody or a file of no results."""
    path = ("wek1/class.zip", "--kit", "kit")
    ran = run_autograder("course", "grade", "functions", *path, *mode, cwd=folder)
    says = "autograder: wek1/class.zip: no such file or folder\n"
    assert (ran.status, ran.out, ran.err) == (2, "", says)
    assert not list(folder.glob("results*"))


def test_file_that_cannot_be_read(folder: Path) -> None:
    """Its student has no score, not one of 0, and each place where scores are says why."""
    (folder / "class/bob.py").write_text(REFERENCE, encoding="utf-16")
    ran = run_autograder(*arguments(*TO), cwd=folder)
    reason = "functions.py cannot be read: it is UTF-16 text; save it as UTF-8"
    assert ran.out.splitlines()[1:4] == ["", "Cannot be graded:", f"  {'bob':24}  {reason}"]
    assert graded(folder) == [("ada", 60.0)]
    book = run_autograder("course", "gradebook", "results.sqlite", cwd=folder).out
    assert book.splitlines()[2] == f"bob,,,bob,cannot be graded,,,,0,0,,60,{reason}"
    run_autograder("course", "report", "results.sqlite", "--to", "report", cwd=folder)
    page = (folder / "report/index.html").read_text(encoding="utf-8")
    assert f"<bdi>bob</bdi>: cannot be graded: <bdi>{reason}</bdi>" in page


def test_options_that_lack_another(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    help_line = "See autograder course grade --help\n"
    assert run_main(*arguments()).err == f"autograder: Missing option '--to'. {help_line}"
    ran = run_main(*arguments(*TO, "--id-column", "id"))
    assert (ran.status, ran.err) == (2, f"autograder: --id-column needs --roster. {help_line}")
