"""Grading many submissions with an executor; each result is saved as it arrives."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass

from autograder.assignment import Assignment
from autograder.course.changes import with_other_parts
from autograder.course.errors import CourseError
from autograder.course.grading import (
    GradedSubmission,
    GradingOptions,
    GradingStatus,
    GradingTask,
    failed,
)
from autograder.course.results import Results
from autograder.course.saved_submissions import contents_of
from autograder.provenance import assignment_hash, now, provenance
from autograder.report import GraderError
from autograder.safetext import printable, printable_line
from autograder.sandbox.backend import UnconfinedError

MAX_ATTEMPTS = 2
"""A submission whose grading ends in a fault of the grader is graded once more."""


@dataclass(frozen=True)
class BatchExecutor:
    """Where gradings run: `grade` is called by the executor, for at most `jobs` tasks at once."""

    executor: Executor
    grade: Callable[[GradingTask], GradedSubmission]
    jobs: int


def grade_batch(
    results: Results,
    submissions: Sequence[int],
    assignment: Assignment,
    options: GradingOptions,
    batch: BatchExecutor,
) -> Iterator[tuple[str, GradedSubmission]]:
    """Grade submissions; yield each id with the result once that is saved.

    Raises:
        UnconfinedError: submissions cannot be confined.
        GraderError: the tests cannot be collected, so that none can be graded.
        CourseError: the assignment has changed since this run began.
    """
    waiting = iter(submissions)
    running: dict[Future[GradedSubmission], tuple[int, int, GradingTask]] = {}
    tests, collected = assignment_hash(assignment), False
    while True:
        while len(running) < batch.jobs and (number := next(waiting, 0)):
            task = task_of(results, number, assignment, options, tests)
            running[batch.executor.submit(batch.grade, task)] = number, 1, task
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=lambda future: running[future][0]):
            number, attempt, task = running.pop(future)
            graded = outcome_of(future, task, assignment)
            require_unchanged(assignment, tests)
            if graded.unconfined:
                raise UnconfinedError(graded.unconfined)
            if graded.status is not GradingStatus.GRADED and attempt < MAX_ATTEMPTS:
                running[batch.executor.submit(batch.grade, task)] = number, attempt + 1, task
                continue
            collected = collected or graded.received
            if not collected:
                raise GraderError(f"no submission can be graded: {graded.message}")
            if options.parts:
                graded = with_other_parts(graded, results.current_report(number))
            results.add_grading(number, graded)
            yield task.id, graded


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


def task_of(
    results: Results, number: int, assignment: Assignment, options: GradingOptions, tests: str
) -> GradingTask:
    """Read a submission; it has the id of its first student."""
    row = results.rows(
        """SELECT student, unusable FROM submitters JOIN submissions ON id = submission
        WHERE submission = ? ORDER BY seen""",
        number,
    )[0]
    contents, unusable = contents_of(results, number), json.loads(row["unusable"])
    kit = assignment.kit.absolute()
    return GradingTask(row["student"], kit, assignment.name, contents, unusable, options, tests)


def outcome_of(
    future: Future[GradedSubmission], task: GradingTask, assignment: Assignment
) -> GradedSubmission:
    """Return the result; a process that ended without one is a fault of the grader."""
    try:
        return future.result()
    except GraderError as error:
        options = task.options.as_keywords(assignment)
        origin = provenance(assignment, task.id, task.contents, task.unusable, now(), options)
        return failed(origin, printable(str(error)))
