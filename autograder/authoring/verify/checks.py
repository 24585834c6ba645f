"""All checks of an assignment, and their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from autograder.assignment import Assignment
from autograder.authoring.verify.arguments import check_arguments
from autograder.authoring.verify.cases import (
    check_cases_are_used,
    check_names_of_cases,
    check_secrecy,
    check_solutions,
)
from autograder.authoring.verify.compiler_warnings import check_compiler_warnings
from autograder.authoring.verify.documents import (
    check_commands,
    check_handout,
    check_links,
    check_parts,
    check_points_in_handout,
)
from autograder.authoring.verify.files import (
    check_byte_order_marks,
    check_figures_are_generated,
    check_starter_is_generated,
    check_stray_files,
)
from autograder.authoring.verify.finding import AssignmentFinding
from autograder.authoring.verify.graded import (
    check_chaff,
    check_reference_again,
    check_reverse_order,
    check_starter,
    check_wheat,
)
from autograder.authoring.verify.hidden_tests import check_hidden_tests
from autograder.authoring.verify.notes import check_notes
from autograder.authoring.verify.out_of_reach import check_reach
from autograder.authoring.verify.raises import check_raises
from autograder.authoring.verify.replacements import (
    chaffs_of,
    check_duplicates,
    check_replacements,
    wheats_of,
)
from autograder.authoring.verify.sources import check_tests
from autograder.authoring.verify.time_limits import check_limits
from autograder.authoring.verify.vacuous import check_empty_answers

REFERENCE_RUNS = 10
"""How often the reference is graded with its tests in their usual order."""

AssignmentCheck = Callable[[Assignment], Iterable[AssignmentFinding]]

OF_FILES: tuple[AssignmentCheck, ...] = (
    check_parts,
    check_handout,
    check_points_in_handout,
    check_links,
    check_commands,
    check_tests,
    check_reach,
    check_raises,
    check_empty_answers,
    check_hidden_tests,
    check_arguments,
    check_stray_files,
    check_byte_order_marks,
    check_compiler_warnings,
    check_replacements,
    check_duplicates,
    check_notes,
    check_figures_are_generated,
    check_cases_are_used,
    check_names_of_cases,
    check_secrecy,
    check_limits,
)


def check_files(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Run the checks that only read files."""
    for check in OF_FILES:
        yield from check(assignment)


FIRST: tuple[AssignmentCheck, ...] = (
    check_files,
    check_starter_is_generated,
    check_solutions,
)
"""The checks that need no graded reference. `further_checks` need one that scores full marks, and
expected files are compared with what it printed."""


def further_checks(assignment: Assignment) -> Iterator[AssignmentCheck]:
    """Yield the checks that grade the reference again, the starter, wheats and chaffs.

    Chaffs and wheats that `check_replacements` has found to be faulty are not graded.
    """
    for _ in range(1, REFERENCE_RUNS):
        yield check_reference_again
    yield check_reverse_order
    yield check_starter
    for wheat in wheats_of(assignment):
        yield partial(check_wheat, wheat=wheat)
    for chaff in chaffs_of(assignment):
        yield partial(check_chaff, chaff=chaff)
