"""A class whose submissions are graded by a stub: what it scores stands in the submission."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment, Part, Rubric
from autograder.course.grade import ClassExecutor, class_tests, grade_class
from autograder.course.results import Grading, Results, opened_results
from autograder.course.students import Student
from autograder.course.submissions import Submission
from autograder.provenance import Provenance, now, provenance
from autograder.report import ByHand, Outcome, PartResult, Report, TestResult
from autograder.reports import json as as_json

KIT = "kit 1"
RECORDED: dict[str, object] = {"whitespace": "exact", "parts": []}
STUB = Assignment(
    "stub",
    Path("kit"),
    "Stub",
    ("a.py",),
    (Part("first", 60, "(a) first"), Part("second", 30)),
    (Rubric("style", 10, "names"),),
)
Grade = Callable[[Submission], Grading]


class InlineExecutor(Executor):
    """Runs each task at once, in the order of submission."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **keywords: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **keywords))
        except Exception as error:
            future.set_exception(error)
        return future


def stub_report(student: str, passed: int, faults: int = 0) -> Report:
    """Of ten tests of the first part, `passed` pass, then `faults` are the grader's."""
    outcomes = [Outcome.PASS] * passed + [Outcome.GRADER_ERROR] * faults
    outcomes += [Outcome.WRONG] * (10 - len(outcomes))
    tests = tuple(
        TestResult(f"test_{n}", f"first {n}", outcome, n % 2 == 1, 0.01)
        for n, outcome in enumerate(outcomes)
    )
    second = TestResult("test_second", "second", Outcome.PASS, False, 0.01)
    return Report(
        "stub",
        student,
        (PartResult("first", "(a) first", 60, tests), PartResult("second", "", 30, (second,))),
        (ByHand("style", 10, "names"),),
        (),
        {"files": "none", "system_calls": "none", "user": "none"},
    )


def origin(task: Submission, kit: str = KIT) -> Provenance:
    made = provenance(STUB, task.id, task.contents, task.unusable, now(), {})
    return replace(made, kit=kit, assignment="tests 1", options=RECORDED)


def stub_grade(task: Submission, kit: str = KIT) -> Grading:
    """Grade `7` or `7 3`: how many pass, how many are faults; `fails` is a fault of the grader."""
    text = task.contents["a.py"].decode()
    if text == "fails":
        return Grading(origin(task, kit), None, "the grader failed")
    passed, faults = (*map(int, text.split()), 0)[:2]
    made = origin(task, kit)
    report = replace(stub_report(task.id, passed, faults), provenance=made)
    return Grading(made, as_json.as_table(report), "a fault" if faults else "")


def hand_in(results: Results, students: Mapping[str, str | bytes], **about: Any) -> dict[str, int]:
    """Add a submission for each student, or for each group `a+b`; return their numbers."""
    numbers = {}
    for ids, text in students.items():
        members = [Student(one, f"Name of {one}", "", f"p-{one}") for one in ids.split("+")]
        one = Submission(tuple(members), "by hand", ids, "download.zip", **about)
        data = text.encode() if isinstance(text, str) else text
        if data:
            one.contents = {"a.py": data}
        else:
            one.refused = f"{ids}: nothing"
        results.add_submission(one)
        numbers[ids] = one.number
    return numbers


def run_stub(
    path: Path,
    students: Mapping[str, str | bytes],
    grade: Grade = stub_grade,
    kit: str = KIT,
    **about: Any,
) -> list[str]:
    """Hand in, and grade what is to be graded; return the ids of those graded in this run."""
    with opened_results(path, writing=True) as results:
        results.begin(STUB)
        with results.transaction():
            hand_in(results, students, **about)
        return graded_now(results, grade, kit)


def graded_now(results: Results, grade: Grade = stub_grade, kit: str = KIT) -> list[str]:
    waiting = results.to_grade(kit, "tests 1", RECORDED)
    return grade_these(results, waiting, grade)


def grade_these(results: Results, waiting: Sequence[int], grade: Grade) -> list[str]:
    """Grade these submissions; return the ids of their first students."""
    on = ClassExecutor(InlineExecutor(), grade, 2)
    return [one.id for one, _, _ in grade_class(results, waiting, class_tests(STUB), on)]


def scores(path: Path) -> dict[str, tuple[object, str]]:
    with opened_results(path) as results:
        rows = results.rows("SELECT * FROM scores ORDER BY student")
        return {row["student"]: (row["score"], row["status"]) for row in rows}


def table(path: Path, query: str) -> list[Sequence[object]]:
    with opened_results(path) as results:
        return [tuple(row) for row in results.rows(query)]


def saved_scores(path: Path) -> list[tuple[str, float]]:
    """Return the students with a score, and these, while another process grades."""
    if not path.exists():
        return []
    with closing(sqlite3.connect(path)) as file:
        try:
            return file.execute(
                "SELECT student, score FROM scores WHERE score IS NOT NULL ORDER BY student"
            ).fetchall()
        except sqlite3.OperationalError:  # The tables are not there yet.
            return []
