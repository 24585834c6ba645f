"""Expected files that the reference's programs do not print, so that it loses marks.

The findings about those files are enough: they name the command that corrects them.
"""

from __future__ import annotations

from collections.abc import Mapping

from autograder.assignment import KINDS, Assignment, Case
from autograder.authoring.verify.files import check_expected_is_generated
from autograder.authoring.verify.finding import AssignmentFinding
from autograder.report import Outcome, Report, TestResult
from autograder.sandbox.protocol import Response
from autograder.sandbox.worker_files import ProgramEnd


def ended_programs(responses: Mapping[Case, Response]) -> dict[Case, Response]:
    """Leave out programs that have ended in an exception, or not at all."""
    return {case: one for case, one in responses.items() if isinstance(one.value, ProgramEnd)}


def stale_expected_files(
    assignment: Assignment, report: Report, responses: Mapping[Case, Response]
) -> list[AssignmentFinding]:
    """Return the findings about expected files that explain all that the reference loses.

    None if a test fails that has no such case: then the reference may be wrong, and not the files.
    """
    tests = [test for part in report.parts for test in part.tests]
    failed = [test for test in tests if test.outcome is not Outcome.PASS]
    if not failed or any(test.outcome is not Outcome.WRONG for test in failed):
        return []
    stale: dict[str, list[AssignmentFinding]] = {}
    for found in check_expected_is_generated(assignment, ended_programs(responses)):
        file = found.file.removeprefix(f"expected/{assignment.name}/")
        for case in _cases(assignment):
            if file in (f"{case}.out", f"{case}.exit") or file.startswith(f"{case}.written/"):
                stale.setdefault(case, []).append(found)
    if any(_case_of(test) not in stale for test in failed):
        return []
    return [found for case in stale for found in stale[case]]


def _cases(assignment: Assignment) -> list[str]:
    return [f"{kind}/{case.name}" for kind in KINDS for case in assignment.cases(kind)]


def _case_of(test: TestResult) -> str:
    """Return the case of a test that has the argument `case` and no other."""
    return f"{'secret' if test.hidden else 'sample'}/{test.name.partition('[')[2][:-1]}"
