"""Run the checks of several assignments in parallel, each in a process of its own.

There are as many processes as processors. Since the workers of a grading run beside its judge, all
processors are busy while the reference is graded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.verify.files import (
    check_generated,
    check_handout,
    check_helpers,
    check_secrecy,
    check_settings,
    check_unread_files,
)
from autograder.authoring.verify.finding import AssignmentFinding, from_message
from autograder.authoring.verify.graded import (
    check_again,
    check_bundle,
    check_chaff,
    check_empty_answers,
    check_reference,
    check_starter,
    check_wheat,
)
from autograder.authoring.verify.solutions import (
    chaffs_of,
    check_solutions,
    solution_fault,
    wheats_of,
)
from autograder.authoring.verify.tests import (
    check_tests,
    check_tests_of_other_parts,
    check_with_ruff,
)
from autograder.judge.grading_server import (
    GradingServer,
    grading_servers,
    own_tests,
    usable_processors,
)

AssignmentCheck = Callable[[Assignment], Iterable[AssignmentFinding]]
Running = Future[list[AssignmentFinding]]

REFERENCE_RUNS = 3
"""How often the reference is graded with its tests in their usual order."""
OF_FILES: tuple[AssignmentCheck, ...] = (
    check_settings,
    check_handout,
    check_tests,
    check_with_ruff,
    check_tests_of_other_parts,
    check_secrecy,
    check_helpers,
    check_solutions,
    check_unread_files,
)


def check_files(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Run the checks that only read files."""
    for check in OF_FILES:
        yield from check(assignment)


FIRST: tuple[AssignmentCheck, ...] = (
    check_reference,
    check_files,
    *(partial(check_generated, kind=kind) for kind in ("starter", "expected", "figures")),
)
"""The checks that need no reference that scores full marks; `further_checks` do."""


def further_checks(assignment: Assignment) -> list[AssignmentCheck]:
    """Return the checks that grade the reference again, the starter, wheats and chaffs.

    Chaffs and wheats that `check_solutions` has found to be faulty are not graded.
    """

    def sound(solutions: list[Path]) -> list[Path]:
        return [path for path in solutions if not solution_fault(assignment, path)]

    return [
        *[check_again] * (REFERENCE_RUNS - 1),
        partial(check_again, in_reverse=True),
        check_starter,
        check_empty_answers,
        check_bundle,
        *(partial(check_wheat, wheat=path) for path in sound(wheats_of(assignment))),
        *(partial(check_chaff, chaff=path) for path in sound(chaffs_of(assignment))),
    ]


def count_checks(assignment: Assignment) -> int:
    return len(FIRST) + len(further_checks(assignment))


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

        def start(server: GradingServer, checks: Iterable[AssignmentCheck]) -> list[Running]:
            assignment = server.tests.assignment
            started = [executor.submit(server.call, run_check, c, assignment) for c in checks]
            for each in started:
                each.add_done_callback(lambda _: advance())
            return started

        first = [start(server, FIRST) for server in servers]
        running = []
        for server, started in zip(servers, first, strict=True):
            further = further_checks(server.tests.assignment)
            if any(not found.advice for found in started[0].result()):
                running.append(started)
                for _ in further:
                    advance()
            else:
                running.append([*started, *start(server, further)])
        for started in running:
            yield sorted({found for each in started for found in each.result()})


def run_check(check: AssignmentCheck, assignment: Assignment) -> list[AssignmentFinding]:
    """Run one check in a process of a server. A faulty file of the assignment is a finding."""
    try:
        return list(check(assignment))
    except AssignmentError as error:
        return [from_message(assignment, str(error), "correct the file")]
