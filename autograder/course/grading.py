"""Grading one submission of a class."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment, AssignmentError
from autograder.intake.intake import box_of
from autograder.judge.grading_server import CollectionError, GradingServer
from autograder.judge.request import ChosenTests, GradingRequest
from autograder.provenance import Provenance, now, provenance
from autograder.report import GraderError
from autograder.reports import json as as_json
from autograder.reports.style_hints import with_style_hints
from autograder.safetext import printable, printable_line
from autograder.sandbox.backend import UnconfinedError


class GradingStatus(StrEnum):
    """How a grading ended. With a `fault in tests`, there is a score; no fault affects it."""

    GRADED = "graded"
    FAULT_IN_TESTS = "fault in tests"
    FAILED = "failed"


@dataclass(frozen=True)
class GradingOptions:
    """How a class is graded. With `parts`, only these; the others keep their earlier results."""

    lenient: bool = False
    confined: bool = True
    parts: tuple[str, ...] = ()

    def as_keywords(self, assignment: Assignment) -> dict[str, Any]:
        """Return the fields of `judge.request.ChosenTests`."""
        return {
            "secret": assignment.cases("secret"),
            "lenient": self.lenient,
            "confined": self.confined,
            "parts": [assignment.part(name) for name in self.parts],
        }


@dataclass(frozen=True)
class GradingTask:
    """A submission to grade: all that a process on this or another machine needs to know."""

    id: str
    kit: Path
    assignment: str
    contents: Mapping[str, bytes]
    unusable: Mapping[str, str]
    options: GradingOptions = GradingOptions()
    tests: str = ""
    """The hash of the assignment, of which no other version may grade it."""


@dataclass(frozen=True)
class GradedSubmission:
    """The JSON report of a submission, or the reason why there is none.

    `unconfined` maps each plan to its fault if submissions cannot be confined here, so that nothing
    was run. If it was not `received`, the tests could not be collected.
    """

    status: GradingStatus
    provenance: Provenance
    report: dict[str, Any] | None = None
    message: str = ""
    unconfined: Mapping[str, str] = field(default_factory=dict)
    received: bool = True
    machine: str = platform.node()


def tests_of(assignment: Assignment, options: GradingOptions) -> ChosenTests:
    return ChosenTests(assignment, **options.as_keywords(assignment))


def grade_task(server: GradingServer, task: GradingTask) -> GradedSubmission:
    """Grade a submission. A fault of the grader is a result, too: it must not stop the class.

    Raises:
        SandboxError: no further submission can be graded.
    """
    assignment, started = server.tests.assignment, now()
    options = task.options.as_keywords(assignment)

    def origin() -> Provenance:
        contents, unusable = task.contents, task.unusable
        return provenance(assignment, task.id, contents, unusable, started, options, task.tests)

    try:
        with box_of(assignment, task.contents) as box:
            report = server.grade(GradingRequest(box, task.unusable))
            report = with_style_hints(report, assignment, task.contents)
    except UnconfinedError as error:
        return failed(origin(), str(error), unconfined=error.tried)
    except (GraderError, AssignmentError, OSError) as error:
        can_collect = not isinstance(error, CollectionError | AssignmentError)
        return replace(failed(origin(), printable(str(error))), received=can_collect)
    made = origin()
    report = replace(report, submission=printable_line(made.submission_id), provenance=made)
    status, message = status_after(len(report.grader_errors))
    return GradedSubmission(status, made, as_json.as_table(report), message)


def status_after(faults: int) -> tuple[GradingStatus, str]:
    """Return the status and the message of a grading with this many faults in tests."""
    if not faults:
        return GradingStatus.GRADED, ""
    tests = "test" if faults == 1 else "tests"
    return GradingStatus.FAULT_IN_TESTS, f"{faults} {tests} ended in a fault of the grader"


def failed(
    origin: Provenance, message: str, unconfined: Mapping[str, str] | None = None
) -> GradedSubmission:
    return GradedSubmission(GradingStatus.FAILED, origin, None, message, unconfined or {})
