"""What a worker of a cluster does: grade one submission, or refuse and give the reason."""

from __future__ import annotations

import contextlib
import os
import threading
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, load
from autograder.course.grading import GradedSubmission, GradingTask
from autograder.course.grading_processes import GradingProcesses
from autograder.provenance import assignment_hash, kit_hash
from autograder.report import GraderError
from autograder.safetext import printable_line
from autograder.sandbox.backend import SandboxError, UnconfinedError

KIT_VARIABLE = "AUTOGRADER_KIT"
"""The environment variable that names the kit of a worker."""


@dataclass(frozen=True)
class ExpectedKit:
    """The assignment that a worker must have: in `kit`, if no variable names another folder."""

    kit: Path
    assignment: str
    kit_hash: str
    assignment_hash: str

    @property
    def kit_here(self) -> Path:
        return Path(os.environ.get(KIT_VARIABLE) or self.kit).absolute()


@dataclass(frozen=True)
class Refusal:
    """The reason why a worker did not grade a submission."""

    worker: str
    reason: str


def expected_kit(assignment: Assignment) -> ExpectedKit:
    """Return what workers must have to grade an assignment as this machine would."""
    kit = assignment.kit.absolute()
    return ExpectedKit(kit, assignment.name, kit_hash(), assignment_hash(assignment))


def reason_to_refuse(expected: ExpectedKit) -> str:
    """Return why this process would not grade as expected, or an empty string."""
    if kit_hash() != expected.kit_hash:
        return "its autograder is another version; install the same one"
    kit = expected.kit_here
    try:
        found = assignment_hash(load(expected.assignment, kit))
    except (AssignmentError, OSError) as error:
        return f"{printable_line(str(error))}; {KIT_VARIABLE} can name its kit"
    if found != expected.assignment_hash:
        where = printable_line(str(kit))
        return f"{where}: the files of {expected.assignment} are not the same; copy the kit again"
    return ""


def grade_on_worker(
    task: GradingTask, expected: ExpectedKit
) -> GradedSubmission | Refusal | GraderError:
    """Grade a submission in a process of its own.

    A GraderError is returned: dask would log one that is raised, with the submission.
    """
    from distributed import get_worker

    worker = str(get_worker().address)
    if reason := reason_to_refuse(expected):
        return Refusal(worker, reason)
    processes = _judge.processes()
    try:
        graded = processes.grade(replace(task, kit=expected.kit_here))
    except GraderError as error:
        return error
    except (SandboxError, OSError) as error:
        _judge.forget(processes)
        return GraderError(printable_line(str(error)))
    if graded.unconfined:
        fault = printable_line(str(UnconfinedError(graded.unconfined)))
        return Refusal(worker, f"submissions cannot be confined on it ({fault})")
    return graded


class _Judge:
    """The process that a worker's gradings are forked from; it ends with the worker."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.started: GradingProcesses | None = None

    def processes(self) -> GradingProcesses:
        with self.lock:
            if not self.started:
                self.started = GradingProcesses()
            return self.started

    def forget(self, failed: GradingProcesses) -> None:
        """Start another process for the next grading."""
        with self.lock:
            if self.started is failed:
                self.started = None
                with contextlib.suppress(OSError):
                    failed.close()


_judge = _Judge()
