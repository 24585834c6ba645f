"""Grading one submission of a class, in a process of its own."""

from __future__ import annotations

import platform
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from autograder import signals
from autograder.assignment import AssignmentError, load
from autograder.intake.intake import IntakeError, box_of
from autograder.provenance import Provenance, now, provenance
from autograder.report import GraderError
from autograder.reports import json as as_json
from autograder.safetext import printable
from autograder.sandbox.backend import Backend, SandboxError, Settings, UnconfinedError


class GradingStatus(StrEnum):
    """How a grading ended. With a `fault in tests`, there is a score, to which no fault counts."""

    GRADED = "graded"
    FAULT_IN_TESTS = "fault in tests"
    FAILED = "failed"


@dataclass(frozen=True)
class GradingTask:
    """A submission to grade: all that a process on this or another machine needs to know."""

    id: str
    kit: Path
    assignment: str
    contents: Mapping[str, bytes]
    unusable: Mapping[str, str]
    lenient: bool = False
    confined: bool = True
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class GradedSubmission:
    """The JSON report of a submission, or the reason why there is none.

    `unconfined` maps each plan to its fault if submissions cannot be confined here, so that nothing
    was run.
    """

    status: GradingStatus
    provenance: Provenance
    report: dict[str, Any] | None = None
    message: str = ""
    unconfined: Mapping[str, str] = field(default_factory=dict)
    machine: str = platform.node()


def grade_submission(
    task: GradingTask, backend: Callable[[Settings], Backend] | None = None
) -> GradedSubmission:
    """Grade a submission. A fault of the grader is a result, too: it must not stop the class.

    `backend` replaces the sandbox's own.
    """
    from autograder.judge.session import grade

    started = now()
    assignment = load(task.assignment, task.kit)
    options: dict[str, Any] = {
        "secret": assignment.cases("secret"),
        "lenient": task.lenient,
        "confined": task.confined,
        "parts": [assignment.part(name) for name in task.parts],
    }

    def origin() -> Provenance:
        return provenance(assignment, task.id, task.contents, task.unusable, started, options)

    try:
        with signals.shielded(lambda: box_of(assignment, task.contents)) as box:
            report = grade(
                assignment,
                box,
                submission=task.id,
                unusable=task.unusable,
                backend=backend,
                **options,
            )
    except UnconfinedError as error:
        return failed(origin(), str(error), unconfined=error.tried)
    except (GraderError, SandboxError, AssignmentError, IntakeError, OSError) as error:
        return failed(origin(), printable(str(error)))
    except Exception:  # A bug of the grader: the message has to be enough to find it.
        return failed(origin(), printable(traceback.format_exc()[-2000:]))
    made = origin()
    table, faults = as_json.as_table(replace(report, provenance=made)), len(report.grader_errors)
    if not faults:
        return GradedSubmission(GradingStatus.GRADED, made, table)
    message = f"{faults} {'test' if faults == 1 else 'tests'} ended in a fault of the grader"
    return GradedSubmission(GradingStatus.FAULT_IN_TESTS, made, table, message)


def failed(
    origin: Provenance, message: str, unconfined: Mapping[str, str] | None = None
) -> GradedSubmission:
    return GradedSubmission(GradingStatus.FAILED, origin, None, message, unconfined or {})
