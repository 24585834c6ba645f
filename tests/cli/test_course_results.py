"""The commands that read a results file."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.cli import course
from autograder.course import grade as grading
from autograder.course.grade import ClassExecutor
from autograder.course.results import CourseError, Grading
from autograder.course.schema import FORMAT, TABLES, VIEWS
from autograder.course.submissions import Submission
from autograder.sandbox.backend import SandboxError
from tests.cli.in_process import run_main
from tests.course.stub import STUB, InlineExecutor, run_stub, stub_grade


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", "bob": "5 1", "cy": "", "di": "0"})
    return path


def test_gradebook(results: Path, tmp_path: Path) -> None:
    printed = run_main("course", "gradebook", results)
    assert printed.out.startswith("student,name,email,platform_id,status,first,second,score,")
    file = tmp_path / "grades.csv"
    ran = run_main("course", "gradebook", results, "--to", file)
    assert (ran.out, ran.err) == ("", f"wrote the gradebook to {file}\n")
    assert file.read_bytes() == b"\xef\xbb\xbf" + printed.out.encode()


def test_gradebook_of_canvas(results: Path, tmp_path: Path) -> None:
    export, file = tmp_path / "export.csv", tmp_path / "import.csv"
    export.write_text("Student,ID,Stub (1)\n Points Possible,,9\nAda,p-ada,\nBob,bob,\n")
    ran = run_main("course", "gradebook", results, "--canvas", export, "--to", file)
    assert file.read_bytes() == (
        b"Student,ID,Stub (1)\r\n Points Possible,,9\r\nAda,p-ada,9\r\nBob,bob,6.6\r\n"
    )
    assert ran.status == 1
    assert ran.err == (
        f"{file}: grades filled in: 2, scaled from 90 to 9 points\n"
        f"autograder: {export}: has no row for 1 student with a grade: di\n"
    )


def test_column_of_no_export(results: Path) -> None:
    ran = run_main("course", "gradebook", results, "--column", "Stub (77)")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "autograder: --column and --id-column need --canvas or --moodle. "
        "See autograder course gradebook --help\n"
    )


@pytest.mark.parametrize("command", ["gradebook", "show", "similar"])
def test_nothing_has_been_graded(command: str, tmp_path: Path) -> None:
    """As when `course grade` is killed right after it has made the file."""
    path = tmp_path / "results.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{TABLES} {VIEWS} PRAGMA user_version = {FORMAT};")
    ran = run_main("course", command, path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"autograder: {path}: contains no gradings\n"


OVERWRITING = {
    "gradebook": ("the gradebook", "--to"),
    "feedback": ("the feedback", "--to"),
}


@pytest.mark.parametrize("command", OVERWRITING)
def test_results_are_not_overwritten(command: str, results: Path, tmp_path: Path) -> None:
    """`--to` names the results in `course grade`, and elsewhere what is written."""
    other = tmp_path / "other.zip"
    content = results.read_bytes()
    other.write_bytes(content)
    what, *options = OVERWRITING[command]
    for file, reason in (
        (results, "is read by this command"),
        (other, "has the results of a class"),
    ):
        ran = run_main("course", command, results, *options, file)
        refused = f"autograder: {file}: {reason}; name another file for {what}\n"
        assert (ran.status, ran.err) == (2, refused)
        assert file.read_bytes() == content


CLASS = """\
stub: 4 students: 2 graded, 1 fault in tests, 1 cannot be graded

Scores (of 90)
        0+     0
        9+     0
       18+     0
       27+     1  ████████████████████████████████████████
       36+     0
       45+     0
       54+     0
       63+     1  ████████████████████████████████████████
       72+     0
       81+     0
       90      1  ████████████████████████████████████████
"""


def test_show(results: Path) -> None:
    assert run_main("course", "show", results).out.startswith(f"{CLASS}\nParts\n")
    student = run_main("course", "show", results, "P-BOB").out.splitlines()
    assert student[0] == "bob  Name of bob  fault in tests"
    assert student[1] == "a fault"
    assert "Score: 66 of 90" in student
    refused = run_main("course", "show", results, "cy").out
    assert refused == "cy  Name of cy  cannot be graded\ncy: nothing\n"
    unknown = run_main("course", "show", results, "zoe")
    advice = f"autograder course gradebook {results} lists the ids"
    assert unknown.err == f"autograder: {results}: there is no student 'zoe'; {advice}\n"
    assert unknown.status == 2


def test_what_is_known_of_a_student(tmp_path: Path) -> None:
    """Of a group's members, each has the remarks on what was handed in."""
    path = tmp_path / "results.sqlite"
    notes = ["online text is not graded", "\033[1m"]
    run_stub(path, {"ada+bob": "5 1"}, submitted="2027-01-16", late=True, notes=notes)
    lines = run_main("course", "show", path, "bob").out.splitlines()
    assert lines[:6] == [
        "bob  Name of bob  fault in tests  2027-01-16",
        "late, as the platform has marked it",
        "online text is not graded",
        "\\x1b[1m",
        "a fault",
        "",
    ]
    assert lines[6].startswith("stub: ")


STOPPED: dict[str, tuple[BaseException, int, str]] = {
    "Ctrl-C": (KeyboardInterrupt(), 130, "stopped; 1 of 3 submissions are graded and saved."),
    "the cluster is gone": (CourseError("the connection is lost"), 2, "the connection is lost"),
    "the sandbox is gone": (SandboxError("it is gone"), 3, "the grader failed, not the submission"),
}


@pytest.mark.parametrize(("error", "status", "message"), STOPPED.values(), ids=STOPPED)
def test_regrade_that_is_stopped(
    error: BaseException,
    status: int,
    message: str,
    results: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What has changed by then is printed, since the next run does not grade it again."""

    def grade(task: Submission) -> Grading:
        if task.id == "bob":
            raise error
        return stub_grade(replace(task, contents={"a.py": b"9"}), "kit 2")

    batch = contextlib.nullcontext(ClassExecutor(InlineExecutor(), grade, 1))
    monkeypatch.setattr(course, "class_executor", lambda *_: batch)
    monkeypatch.setattr(course, "load", lambda *_: STUB)
    monkeypatch.setattr(grading, "assignment_hash", lambda _: "tests 1")
    ran = run_main("course", "regrade", results)
    assert (ran.status, ran.out) == (
        status,
        "ada: 90 of 90 → 84 of 90\n",
    )
    assert message in ran.err
