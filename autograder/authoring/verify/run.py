"""Run the checks of several assignments in parallel, each in a process of its own.

There are as many processes as processors. Since the workers of a grading run beside its judge, all
processors are busy while the reference is graded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import partial
from typing import Any

from autograder.assignment import Assignment, AssignmentError, Case
from autograder.authoring.verify.checks import FIRST, AssignmentCheck, further_checks
from autograder.authoring.verify.files import check_expected_is_generated, not_text
from autograder.authoring.verify.finding import AssignmentFinding, from_error
from autograder.authoring.verify.graded import check_reference
from autograder.judge.grading_server import (
    GradingServer,
    grading_servers,
    own_tests,
    usable_processors,
)
from autograder.sandbox.files import ProgramEnd
from autograder.sandbox.messages import Response


def count_checks(assignment: Assignment) -> int:
    of_reference = check_reference, check_expected_is_generated
    return len((*of_reference, *FIRST, *further_checks(assignment)))


def verify(
    assignments: Sequence[Assignment], advance: Callable[[], None]
) -> Iterator[list[AssignmentFinding]]:
    """Yield the findings about each assignment, in this order, as soon as they are complete.

    `advance` is called for each check, also for those that cannot be made.

    Raises:
        GraderError: a submission could not be graded.
    """
    tests = list(map(own_tests, assignments))
    with grading_servers(tests, usable_processors()) as (executor, servers):
        running = Running(executor, servers, advance)
        for assignment in assignments:
            while running.left[assignment.name]:
                running.wait()
            yield sorted(running.found[assignment.name])


class Running:
    """The checks under way.

    `left` is how many checks of each assignment are still to be made, `found` what the others have
    found.
    """

    def __init__(
        self,
        executor: Executor,
        servers: Sequence[GradingServer],
        advance: Callable[[], None],
    ) -> None:
        assignments = [server.tests.assignment for server in servers]
        self.executor, self.advance = executor, advance
        self.servers = {server.tests.assignment.name: server for server in servers}
        self.left = {each.name: count_checks(each) for each in assignments}
        self.found: dict[str, set[AssignmentFinding]] = {each.name: set() for each in assignments}
        self.references = {
            executor.submit(server.call, run_reference_check, server.tests.assignment): server
            for server in servers
        }
        self.started: dict[Future[list[AssignmentFinding]], Assignment] = {}
        for check in FIRST:
            for assignment in assignments:
                self.start(check, assignment)

    def start(self, check: AssignmentCheck, assignment: Assignment) -> None:
        call = self.servers[assignment.name].call
        self.started[self.executor.submit(call, run_check, check, assignment)] = assignment

    def wait(self) -> None:
        """Wait for a check, and start those that may follow it."""
        running: list[Future[Any]] = [*self.references, *self.started]
        wait(running, return_when=FIRST_COMPLETED)
        for future in filter(Future.done, [*self.started]):
            self.note(self.started.pop(future), future.result())
        for reference in filter(Future.done, [*self.references]):
            assignment = self.references.pop(reference).tests.assignment
            findings, responses = reference.result()
            self.note(assignment, findings)
            self.start(partial(check_expected_is_generated, known=responses), assignment)
            for check in further_checks(assignment):
                if findings:
                    self.note(assignment, [])
                else:
                    self.start(check, assignment)

    def note(self, assignment: Assignment, findings: Sequence[AssignmentFinding]) -> None:
        """Note what a check has found, or one that cannot be made."""
        self.found[assignment.name].update(findings)
        self.left[assignment.name] -= 1
        self.advance()


def run_reference_check(
    assignment: Assignment,
) -> tuple[list[AssignmentFinding], dict[Case, Response]]:
    """Check the reference in a process of a server; also return how its programs have ended.

    Those that ended in an exception, or not at all, are left out.
    """
    responses: dict[Case, Response] = {}
    findings = run_check(partial(check_reference, responses=responses), assignment)
    ended = {case: one for case, one in responses.items() if isinstance(one.value, ProgramEnd)}
    return findings, ended


def run_check(check: AssignmentCheck, assignment: Assignment) -> list[AssignmentFinding]:
    """Run one check in a process of a server. A faulty file of the assignment is a finding."""
    try:
        return list(check(assignment))
    except AssignmentError as error:
        return [from_error(assignment, error, "correct the file")]
    except UnicodeDecodeError:
        return not_text(assignment)
