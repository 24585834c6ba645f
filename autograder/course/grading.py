"""Grading one submission of a class, in a separate process."""

from __future__ import annotations

import contextlib
import platform
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from autograder import signals
from autograder.assignment import Assignment, AssignmentError, load
from autograder.intake.intake import box_of
from autograder.intake.listing import IntakeError
from autograder.provenance import Provenance, assignment_hash, now, provenance
from autograder.report import GraderError
from autograder.reports import json as as_json
from autograder.safetext import printable, printable_line
from autograder.sandbox.backend import SandboxError, UnconfinedError


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
        """Return the fields of `judge.session.ChosenTests`."""
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
    """The hash of the assignment; tests that were read before it changed are not used."""

    @property
    def kind(self) -> GradingTask:
        """What it has in common with the tasks that one process can grade."""
        return replace(self, id="", contents={}, unusable={})


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


def grade_next(kind: GradingTask, next_task: Callable[[], GradingTask]) -> GradedSubmission:
    """Collect the tests for tasks that are as `kind`, then grade what `next_task` returns.

    That may fork this process for each of many submissions, which share what was collected and
    nothing else. A fault of the grader is a result, too: it
    must not stop the class.
    """
    from autograder.judge.session import ChosenTests, GradingRequest, grade

    assignment = load(kind.assignment, kind.kit)
    tests = assignment_hash(assignment)
    options = kind.options.as_keywords(assignment)
    begun = [(kind, now())]

    def origin() -> Provenance:
        task, started = begun[-1]
        contents, unusable = task.contents, task.unusable
        return provenance(assignment, task.id, contents, unusable, started, options, tests)

    try:
        with contextlib.ExitStack() as stack:

            def receive() -> GradingRequest:
                task = next_task()
                begun.append((task, now()))
                box = signals.shielded(lambda: box_of(assignment, task.contents))
                return GradingRequest(stack.enter_context(box), task.unusable)

            report = grade(ChosenTests(assignment, **options), receive)
    except UnconfinedError as error:
        return failed(origin(), str(error), unconfined=error.tried)
    except (GraderError, SandboxError, AssignmentError, IntakeError, OSError) as error:
        return replace(failed(origin(), printable(str(error))), received=len(begun) > 1)
    except Exception:  # A bug of the grader: the message has to be enough to find it.
        return failed(origin(), printable(traceback.format_exc()[-2000:]))
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
