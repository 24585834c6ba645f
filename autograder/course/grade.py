"""Grading a class: each submission in a process of its own, saved as soon as it is graded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from autograder.assignment import Assignment
from autograder.course.results import CourseError, Grading, Results
from autograder.course.submissions import Submission
from autograder.intake.box import box_of
from autograder.judge.grading_server import (
    GradingServer,
    grading_servers,
    usable_processors,
)
from autograder.judge.request import ChosenTests, CollectionError, GradingRequest
from autograder.provenance import (
    Provenance,
    assignment_hash,
    kit_hash,
    now,
    provenance,
    recorded_options,
)
from autograder.report import GraderError
from autograder.reports import json as as_json
from autograder.reports.style_hints import with_style_hints
from autograder.safetext import printable, printable_line
from autograder.sentences import counted

MAX_ATTEMPTS = 2
"""A submission whose grading ends in a fault of the grader is graded once more."""


def class_tests(
    assignment: Assignment, *, lenient: bool = False, confined: bool = True
) -> ChosenTests:
    """Return all tests of an assignment."""
    secret = assignment.cases("secret")
    return ChosenTests(assignment, secret=secret, lenient=lenient, confined=confined)


def tests_of_last(results: Results, assignment: Assignment) -> ChosenTests:
    """Return all tests of an assignment, with the options of the last grading."""
    rows = results.rows("SELECT options FROM gradings ORDER BY id DESC LIMIT 1")
    options = json.loads(rows[0]["options"]) if rows else {}
    lenient = options.get("whitespace") == "lenient"
    return class_tests(assignment, lenient=lenient, confined=options.get("confined", True))


@dataclass(frozen=True)
class ClassExecutor:
    """Where gradings run: `grade` is called by the executor, for at most `jobs` at once."""

    executor: Executor
    grade: Callable[[Submission], Grading]
    jobs: int


@contextmanager
def local_executor(tests: ChosenTests, jobs: int | None) -> Iterator[ClassExecutor]:
    """Grade on this machine: each thread waits for one process."""
    jobs = jobs or usable_processors()
    version = assignment_hash(tests.assignment)
    with grading_servers([tests], jobs) as (executor, [server]):
        yield ClassExecutor(executor, partial(grade_submission, server, version), jobs)


def grade_submission(server: GradingServer, version: str, submission: Submission) -> Grading:
    """Grade a submission. `version` is the hash of the assignment.

    Raises:
        GraderError: it could not be graded; as CollectionError, none can.
        AssignmentError, SandboxError, UnconfinedError: no submission can be graded.
    """
    assignment, started = server.tests.assignment, now()
    try:
        with box_of(assignment, submission.contents) as box:
            about = submission.unusable, submission.renamed, submission.ungraded
            report = server.grade(GradingRequest(box, *about))
            report = with_style_hints(report, assignment, submission.contents)
    except OSError as error:
        raise GraderError(str(error)) from None
    origin = origin_of(submission, server.tests, started, version)
    report = replace(report, submission=printable_line(submission.id), provenance=origin)
    faults = len(report.grader_errors)
    message = f"{counted(faults, 'test')} ended in a fault of the grader" if faults else ""
    return Grading(origin, as_json.as_table(report), message)


def origin_of(
    submission: Submission, tests: ChosenTests, started: datetime, version: str
) -> Provenance:
    about = submission.id, submission.contents, submission.unusable
    return provenance(tests.assignment, *about, started, vars(tests), version)


def to_grade(results: Results, tests: ChosenTests) -> list[int]:
    """Return the submissions that have yet to be graded like this."""
    version = assignment_hash(tests.assignment)
    return results.to_grade(kit_hash(), version, recorded_options(vars(tests)))


def grade_class(
    results: Results,
    submissions: Sequence[int],
    tests: ChosenTests,
    on: ClassExecutor,
) -> Iterator[tuple[Submission, Grading, Mapping[str, Any] | None]]:
    """Grade submissions; yield each once its grading is saved, with the report from before.

    Raises:
        AssignmentError, GraderError, SandboxError, UnconfinedError: none can be graded.
        CourseError: the assignment has changed since this run began.
    """
    waiting = iter(submissions)
    running: dict[Future[Grading], tuple[Submission, int]] = {}
    version = assignment_hash(tests.assignment)
    while True:
        while len(running) < on.jobs and (number := next(waiting, 0)):
            submission = results.submission(number)
            running[on.executor.submit(on.grade, submission)] = submission, 1
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=lambda future: running[future][0].number):
            submission, attempt = running.pop(future)
            require_unchanged(tests.assignment, version)
            try:
                graded = future.result()
            except CollectionError as error:
                raise GraderError(f"no submission can be graded: {error}") from None
            except GraderError as error:  # It must not stop the class.
                origin = origin_of(submission, tests, now(), version)
                graded = Grading(origin, None, printable(str(error)))
            if graded.message and attempt < MAX_ATTEMPTS:
                running[on.executor.submit(on.grade, submission)] = submission, attempt + 1
                continue
            earlier = results.report(submission.number)
            results.add_grading(submission.number, graded)
            yield submission, graded, earlier


def require_unchanged(assignment: Assignment, version: str) -> None:
    """Check that the assignment still has this hash.

    Its cases are read in each grading: if one is missing or new, a score may be wrong.

    Raises:
        CourseError: it has another, or cannot be read.
    """
    try:
        unchanged = assignment_hash(assignment) == version
    except OSError:
        unchanged = False
    if not unchanged:
        raise CourseError(
            f"{assignment.folder}: the assignment was changed during this run; "
            "what was graded before is saved; run the same command again"
        )
