"""A class whose submissions are graded by a stub: what it scores stands in the submission."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment, Part, Rubric
from autograder.course.batch import BatchExecutor, grade_batch
from autograder.course.class_submissions import ClassSubmission
from autograder.course.grading import (
    GradedSubmission,
    GradingOptions,
    GradingStatus,
    GradingTask,
    failed,
)
from autograder.course.results import Results, opened_results
from autograder.course.saved_submissions import add_student, add_submission
from autograder.intake.handed_in import Collected, HandedIn, Participant
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
Grade = Callable[[GradingTask], GradedSubmission]


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


def origin(task: GradingTask, kit: str = KIT) -> Provenance:
    made = provenance(STUB, task.id, task.contents, task.unusable, now(), {})
    return replace(made, kit=kit, assignment="tests 1", options=RECORDED)


def stub_grade(task: GradingTask, kit: str = KIT) -> GradedSubmission:
    """Grade `7` or `7 3`: how many pass, how many are faults; `fails` is a fault of the grader."""
    text = task.contents["a.py"].decode()
    if text == "fails":
        return failed(origin(task, kit), "the grader failed")
    passed, faults = (*map(int, text.split()), 0)[:2]
    made = origin(task, kit)
    report = replace(stub_report(task.id, passed, faults), provenance=made)
    status = GradingStatus.FAULT_IN_TESTS if faults else GradingStatus.GRADED
    return GradedSubmission(status, made, as_json.as_table(report), "a fault" if faults else "")


def hand_in(
    results: Results, run: int, students: Mapping[str, str | bytes], **about: Any
) -> dict[str, int]:
    """Add a submission for each student, or for each group `a+b`; return their numbers."""
    numbers = {}
    for ids, text in students.items():
        members = tuple(Participant(one, f"Name of {one}") for one in ids.split("+"))
        for member in members:
            add_student(results, member, f"p-{member.id}")
        handed_in = HandedIn(members, "by hand", ids, **about)
        data = text.encode() if isinstance(text, str) else text
        collected = Collected({"a.py": data}, {}, ("a.py",)) if data else f"{ids}: nothing"
        submission = ClassSubmission(members, handed_in, collected)
        numbers[ids] = add_submission(results, run, submission, "download.zip")
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
        run = results.begin_run(STUB, ["download.zip"])
        with results.transaction():
            hand_in(results, run, students, **about)
        graded = graded_now(results, grade, kit)
        results.end_run(run)
    return graded


def graded_now(results: Results, grade: Grade = stub_grade, kit: str = KIT) -> list[str]:
    waiting = results.to_grade(kit, "tests 1", RECORDED)
    batch = BatchExecutor(InlineExecutor(), grade, 2)
    return [name for name, _ in grade_batch(results, waiting, STUB, GradingOptions(), batch)]


@contextmanager
def reading(path: Path) -> Iterator[Results]:
    with opened_results(path) as results:
        yield results


def scores(path: Path) -> dict[str, tuple[object, str]]:
    with opened_results(path) as results:
        rows = results.rows("SELECT * FROM scores ORDER BY student")
        return {row["student"]: (row["score"], row["status"]) for row in rows}


def table(path: Path, query: str) -> list[Sequence[object]]:
    with opened_results(path) as results:
        return [tuple(row) for row in results.rows(query)]
