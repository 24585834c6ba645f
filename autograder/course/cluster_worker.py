"""What a worker of a cluster does: grade one submission, or refuse and give the reason."""

from __future__ import annotations

import contextlib
import os
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, load
from autograder.course.grading import (
    GradedSubmission,
    GradingOptions,
    GradingTask,
    grade_task,
    tests_of,
)
from autograder.judge.grading_server import GradingServer
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
    try:
        with _servers.lent(replace(task, kit=expected.kit_here)) as server:
            graded = grade_task(server, task)
    except (SandboxError, OSError) as error:
        return GraderError(printable_line(str(error)))
    if graded.unconfined:
        fault = printable_line(str(UnconfinedError(graded.unconfined)))
        return Refusal(worker, f"submissions cannot be confined on it ({fault})")
    return graded


_Kind = tuple[Path, str, GradingOptions, str]
"""What the tasks of a server have in common: kit, assignment, options, and hash of the tests."""


class _Servers:
    """The servers of this process, by what their tasks have in common, and the tasks of each."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.servers: dict[_Kind, GradingServer] = {}
        self.tasks: Counter[_Kind] = Counter()

    @contextlib.contextmanager
    def lent(self, task: GradingTask) -> Iterator[GradingServer]:
        """Lend the server for a task; a new one replaces those that have no task.

        One that cannot grade is ended, so that the next task gets another.
        """
        kind = task.kit, task.assignment, task.options, task.tests
        with self.lock:
            if kind not in self.servers:
                for other in [one for one in self.servers if not self.tasks[one]]:
                    self.servers.pop(other).close()
                tests = tests_of(load(task.assignment, task.kit), task.options)
                self.servers[kind] = GradingServer(tests)
            server = self.servers[kind]
            self.tasks[kind] += 1
        try:
            yield server
        except SandboxError:
            with self.lock:
                if self.servers.get(kind) is server:
                    self.servers.pop(kind).close()
            raise
        finally:
            with self.lock:
                self.tasks[kind] -= 1


_servers = _Servers()
