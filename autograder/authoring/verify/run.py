"""Run the checks of several assignments in parallel, one for each processor.

Since the workers of a grading run beside its judge, all processors are busy while the reference is
graded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.misconceptions import check_misconceptions
from autograder.authoring.verify.files import (
    check_generated,
    check_handout,
    check_helpers,
    check_secrecy,
    check_settings,
)
from autograder.authoring.verify.finding import AssignmentFinding, from_message
from autograder.authoring.verify.graded import (
    Grade,
    check_again,
    check_bundle,
    check_chaff,
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
    check_floats,
    check_repeated_names,
    check_tests,
    check_tests_of_other_parts,
    check_with_ruff,
)
from autograder.judge.grading import grade
from autograder.judge.grading_server import (
    GradingServer,
    grading_servers,
    own_tests,
    usable_processors,
)

AssignmentCheck = Callable[[], Iterable[AssignmentFinding]]
Running = Future[list[AssignmentFinding]]

OF_FILES: tuple[Callable[[Assignment], Iterable[AssignmentFinding]], ...] = (
    check_settings,
    check_handout,
    check_tests,
    check_repeated_names,
    check_with_ruff,
    check_floats,
    check_tests_of_other_parts,
    check_secrecy,
    check_helpers,
    check_solutions,
    check_misconceptions,
)


def check_files(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Run the checks that only read files."""
    for check in OF_FILES:
        yield from check(assignment)


def first_checks(assignment: Assignment, grade: Grade) -> list[AssignmentCheck]:
    """Return those that need no reference that scores full marks; `further_checks` do."""
    return [
        partial(check_reference, assignment, grade),
        partial(check_files, assignment),
        *(
            partial(check_generated, assignment, kind)
            for kind in ("starter", "expected", "figures")
        ),
    ]


def further_checks(assignment: Assignment, grade: Grade) -> list[AssignmentCheck]:
    """Return the checks that grade the reference again, the starter, wheats and chaffs.

    Chaffs and wheats that `check_solutions` has found to be faulty are not graded.
    """

    def sound(solutions: list[Path]) -> list[Path]:
        return [path for path in solutions if not solution_fault(assignment, path)]

    return [
        partial(check_again, assignment, grade),
        partial(check_starter, assignment, grade),
        partial(check_bundle, assignment),
        *(partial(check_wheat, assignment, grade, path) for path in sound(wheats_of(assignment))),
        *(partial(check_chaff, assignment, grade, path) for path in sound(chaffs_of(assignment))),
    ]


def count_checks(assignment: Assignment) -> int:
    own = partial(grade, own_tests(assignment))
    return len([*first_checks(assignment, own), *further_checks(assignment, own)])


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
            started = [executor.submit(run_check, check, assignment) for check in checks]
            for each in started:
                each.add_done_callback(lambda _: advance())
            return started

        first = [start(each, first_checks(each.tests.assignment, each.grade)) for each in servers]
        running = []
        for server, started in zip(servers, first, strict=True):
            further = further_checks(server.tests.assignment, server.grade)
            if any(not found.advice for found in started[0].result()):
                running.append(started)
                for _ in further:
                    advance()
            else:
                running.append([*started, *start(server, further)])
        for started in running:
            yield sorted({found for each in started for found in each.result()})


def run_check(check: AssignmentCheck, assignment: Assignment) -> list[AssignmentFinding]:
    """Run one check. A faulty file of the assignment is a finding."""
    try:
        return list(check())
    except AssignmentError as error:
        return [from_message(assignment, str(error), "correct the file")]
