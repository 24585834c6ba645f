"""Run the checks of several assignments in parallel, one at a time in each process.

There are as many processes as processors. Since the workers of a grading run beside its judge, all
processors are busy while the reference is graded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.process_pool import grading_in_pool, process_pool
from autograder.authoring.verify.checks import FIRST, AssignmentCheck, further_checks
from autograder.authoring.verify.files import not_text
from autograder.authoring.verify.finding import AssignmentFinding, from_error
from autograder.authoring.verify.graded import check_reference


def count_checks(assignment: Assignment) -> int:
    return len(FIRST) + sum(1 for _ in further_checks(assignment))


def verify(
    assignments: Sequence[Assignment], advance: Callable[[], None]
) -> Iterator[list[AssignmentFinding]]:
    """Yield the findings about each assignment, in this order, as soon as they are complete.

    `advance` is called for each check, also for those that cannot be made.

    Raises:
        GraderError: a submission could not be graded.
    """
    with process_pool() as pool:
        running = Running(pool, assignments, advance)
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
        pool: ProcessPoolExecutor,
        assignments: Sequence[Assignment],
        advance: Callable[[], None],
    ) -> None:
        self.pool = pool
        self.advance = advance
        self.left = {each.name: count_checks(each) for each in assignments}
        self.found: dict[str, set[AssignmentFinding]] = {each.name: set() for each in assignments}
        self.started: dict[Future[list[AssignmentFinding]], tuple[AssignmentCheck, Assignment]] = {}
        for check in FIRST:
            for assignment in assignments:
                self.start(check, assignment)

    def start(self, check: AssignmentCheck, assignment: Assignment) -> None:
        self.started[self.pool.submit(run_check, check, assignment)] = check, assignment

    def wait(self) -> None:
        """Wait for a check, and start those that may follow it."""
        done, _ = wait(self.started, return_when=FIRST_COMPLETED)
        for future in done:
            check, assignment = self.started.pop(future)
            findings = future.result()
            self.found[assignment.name].update(findings)
            made = 1
            if check is check_reference:
                further = list(further_checks(assignment))
                for next_check in [] if findings else further:
                    self.start(next_check, assignment)
                made += len(further) if findings else 0
            self.left[assignment.name] -= made
            for _ in range(made):
                self.advance()


def run_check(check: AssignmentCheck, assignment: Assignment) -> list[AssignmentFinding]:
    """Run one check in a process of the pool. A faulty file of the assignment is a finding."""
    try:
        with grading_in_pool():
            return check(assignment)
    except AssignmentError as error:
        return [from_error(assignment, error, "correct the file")]
    except UnicodeDecodeError:
        return not_text(assignment)
