"""Grading a class: each submission in a process of its own, saved as soon as it is graded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment, AssignmentError
from autograder.course.downloads import read_submissions
from autograder.course.results import CourseError, Grading, GradingStatus, Results
from autograder.course.students import Roster
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
from autograder.sandbox.backend import UnconfinedError

MAX_ATTEMPTS = 2
"""A submission whose grading ends in a fault of the grader is graded once more."""
MAX_CHANGES = 5
NO_SUCH_TEST = "no such test"
JsonReport = Mapping[str, Any]


@dataclass(frozen=True)
class GradingOptions:
    """How a class is graded."""

    lenient: bool = False
    confined: bool = True

    def as_keywords(self, assignment: Assignment) -> dict[str, Any]:
        """Return the fields of `judge.request.ChosenTests`."""
        return {
            "secret": assignment.cases("secret"),
            "lenient": self.lenient,
            "confined": self.confined,
        }

    @classmethod
    def of_last(cls, results: Results) -> GradingOptions:
        """Return the options of the last grading."""
        rows = results.rows("SELECT options FROM gradings ORDER BY id DESC LIMIT 1")
        options = json.loads(rows[0]["options"]) if rows else {}
        return cls(options.get("whitespace") == "lenient", options.get("confined", True))


@dataclass(frozen=True)
class ClassExecutor:
    """Where gradings run: `grade` is called by the executor, for at most `jobs` at once."""

    executor: Executor
    grade: Callable[[Submission], Grading]
    jobs: int


def tests_of(assignment: Assignment, options: GradingOptions) -> ChosenTests:
    return ChosenTests(assignment, **options.as_keywords(assignment))


@contextmanager
def local_executor(
    assignment: Assignment, options: GradingOptions, jobs: int | None
) -> Iterator[ClassExecutor]:
    """Grade on this machine: each thread waits for one process."""
    jobs = jobs or usable_processors()
    tests = assignment_hash(assignment)
    with grading_servers([tests_of(assignment, options)], jobs) as (executor, [server]):
        yield ClassExecutor(executor, partial(grade_submission, server, options, tests), jobs)


def grade_submission(
    server: GradingServer, options: GradingOptions, tests: str, submission: Submission
) -> Grading:
    """Grade a submission. A fault of the grader is a result, too: it must not stop the class.

    `tests` is the hash of the assignment.

    Raises:
        SandboxError: no further submission can be graded.
    """
    assignment, started = server.tests.assignment, now()
    contents, unusable = submission.contents, submission.unusable

    def origin() -> Provenance:
        keywords = options.as_keywords(assignment)
        about = submission.id, contents, unusable
        return provenance(assignment, *about, started, keywords, tests)

    try:
        with box_of(assignment, contents) as box:
            report = server.grade(GradingRequest(box, unusable, submission.renamed))
            report = with_style_hints(report, assignment, contents)
    except UnconfinedError as error:
        return replace(failed(origin(), str(error)), unconfined=error.tried)
    except (GraderError, AssignmentError, OSError) as error:
        can_collect = not isinstance(error, CollectionError | AssignmentError)
        return replace(failed(origin(), printable(str(error))), received=can_collect)
    made = origin()
    report = replace(report, submission=printable_line(made.submission_id), provenance=made)
    table, faults = as_json.as_table(report), len(report.grader_errors)
    if not faults:
        return Grading(GradingStatus.GRADED, made, table)
    tests_ended = "1 test" if faults == 1 else f"{faults} tests"
    message = f"{tests_ended} ended in a fault of the grader"
    return Grading(GradingStatus.FAULT_IN_TESTS, made, table, message)


def failed(origin: Provenance, message: str) -> Grading:
    return Grading(GradingStatus.FAILED, origin, None, message)


def save_submissions(
    results: Results,
    run: int,
    paths: Sequence[Path],
    assignment: Assignment,
    roster: Roster | None,
    platform: str = "",
) -> list[str]:
    """Save the roster and all submissions in downloads; return the problems with these."""
    problems: list[str] = []
    with results.transaction():
        if roster:
            results.save_roster(roster)
        for path, one in read_submissions(
            paths, assignment, problems, platform, roster, results.path
        ):
            results.add_submission(run, one, path, roster)
    return problems


def to_grade(
    results: Results, assignment: Assignment, options: GradingOptions, student: str = ""
) -> list[int]:
    """Return the submissions, of all students or of one, that have yet to be graded like this."""
    recorded = recorded_options(options.as_keywords(assignment))
    chosen = results.find_student(student) if student else ""
    return results.to_grade(kit_hash(), assignment_hash(assignment), recorded, chosen)


def grade_class(
    results: Results,
    submissions: Sequence[int],
    assignment: Assignment,
    options: GradingOptions,
    on: ClassExecutor,
) -> Iterator[tuple[Submission, Grading, JsonReport | None]]:
    """Grade submissions; yield each once its grading is saved, with the report from before.

    Raises:
        UnconfinedError: submissions cannot be confined.
        GraderError: the tests cannot be collected, so that none can be graded.
        CourseError: the assignment has changed since this run began.
    """
    waiting = iter(submissions)
    running: dict[Future[Grading], tuple[Submission, int]] = {}
    tests, collected = assignment_hash(assignment), False
    while True:
        while len(running) < on.jobs and (number := next(waiting, 0)):
            submission = results.submission(number)
            running[on.executor.submit(on.grade, submission)] = submission, 1
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=lambda future: running[future][0].number):
            submission, attempt = running.pop(future)
            graded = outcome_of(future, submission, assignment, options)
            require_unchanged(assignment, tests)
            if graded.unconfined:
                raise UnconfinedError(graded.unconfined)
            if graded.status is not GradingStatus.GRADED and attempt < MAX_ATTEMPTS:
                running[on.executor.submit(on.grade, submission)] = submission, attempt + 1
                continue
            collected = collected or graded.received
            if not collected:
                raise GraderError(f"no submission can be graded: {graded.message}")
            earlier = results.report(submission.number)
            results.add_grading(submission.number, graded)
            yield submission, graded, earlier


def require_unchanged(assignment: Assignment, tests: str) -> None:
    """Check that the assignment still has this hash.

    Its cases are read in each grading: if one is missing or new, a score may be wrong.

    Raises:
        CourseError: it has another, or cannot be read.
    """
    try:
        unchanged = assignment_hash(assignment) == tests
    except OSError:
        unchanged = False
    if not unchanged:
        where = printable_line(str(assignment.folder))
        raise CourseError(
            f"{where}: the assignment was changed during this run; "
            "what was graded before is saved; run the same command again"
        )


def outcome_of(
    future: Future[Grading], submission: Submission, assignment: Assignment, options: GradingOptions
) -> Grading:
    """Return the result; a process that ended without one is a fault of the grader."""
    try:
        return future.result()
    except GraderError as error:
        about = submission.id, submission.contents, submission.unusable
        keywords = options.as_keywords(assignment)
        origin = provenance(assignment, *about, now(), keywords)
        return failed(origin, printable(str(error)))


def change_lines(who: str, before: JsonReport | None, after: JsonReport) -> list[str]:
    """Return what changed for a student: score, maximum, tests. There may be no report before."""
    if before is None:
        return [f"{who}: no score → {after['score']:g}"]
    old, new = outcomes(before), outcomes(after)
    tests = []
    for key in dict.fromkeys((*old, *new)):
        was, now = old.get(key, ("", NO_SUCH_TEST)), new.get(key, ("", NO_SUCH_TEST))
        if was[1] != now[1]:
            tests.append(f"  {key[0]}: {printable_line(now[0] or was[0])}: {was[1]} → {now[1]}")
    scores = [(report["score"], report["out_of"]) for report in (before, after)]
    if not tests and scores[0] == scores[1]:
        return []
    (score, out_of), (now_score, now_out_of) = scores
    change = f"{who}: {score:g} of {out_of:g} → {now_score:g} of {now_out_of:g}"
    more = [f"  and {len(tests) - MAX_CHANGES} more"] if len(tests) > MAX_CHANGES else []
    return [change, *tests[:MAX_CHANGES], *more]


def outcomes(report: JsonReport) -> dict[tuple[str, bool, str], tuple[str, str]]:
    """Return the sentence and the outcome of each test, by part, audience and name."""
    return {
        (part["name"], test["hidden"], test["name"]): (test["says"], test["outcome"])
        for part in report["parts"]
        for test in part["tests"]
    }
