"""Findings about tests that are at fault themselves, as grading a submission shows."""

from __future__ import annotations

import os
import re

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.verify.finding import AssignmentFinding, finding
from autograder.authoring.verify.sources import from_mistake
from autograder.report import GraderError, Outcome, PartResult

_FAULT_OF_A_FILE = re.compile(
    r"((?:(?:tests|hidden)/)?(?:test_\w+|conftest)\.py)(?:::\w+)*(?:\[.*\])?: (.*)"
)


def faults_of_tests(assignment: Assignment, error: GraderError) -> list[AssignmentFinding]:
    """Turn an error that names a test, or a part without tests, into findings about the tests.

    Raises:
        GraderError: it names none, so the grader itself failed.
    """
    found = []
    for line in str(error).splitlines():
        if line.startswith(f"{assignment.folder}{os.sep}"):
            found.append(from_mistake(assignment, line))
        elif match := _FAULT_OF_A_FILE.match(line):
            path = assignment.folder / match[1]
            found.append(
                finding(assignment, path, f"cannot be run: {match[2]}", "correct the file")
            )
        elif match := re.match(r"the part \w+ has no tests.*", line):
            remedy = "add a test that runs"
            found.append(finding(assignment, assignment.public_tests, match[0], remedy))
    if not found:
        raise error
    return list(dict.fromkeys(found))


def require_any_order(assignment: Assignment, part: PartResult) -> None:
    """Require that the tests of a part can run in this order, as they can in that of their files.

    Raises:
        AssignmentError: one cannot.
    """
    for test in part.tests:
        if test.outcome is Outcome.GRADER_ERROR:
            folder = assignment.hidden_tests if test.hidden else assignment.public_tests
            message = test.detail.message if test.detail else ""
            why = message.partition("\\n")[0]  # As it is printed.
            fault = f"{test.name} cannot be run before the others of its file ({why})"
            raise AssignmentError(f"{folder / f'test_{part.name}.py'}: {fault}")
