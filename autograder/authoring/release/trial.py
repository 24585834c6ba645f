"""Grade the reference and the starter with the kit for students, before it is handed out.

So a test that needs a file that students do not get is noticed here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, load
from autograder.authoring.folder import write
from autograder.intake.intake import receive
from autograder.judge.session import grade, reference_box
from autograder.report import GraderError, Report


def try_student_kit(assignment: Assignment, files: Mapping[str, bytes]) -> Report:
    """Return the report on the starter; the reference has to pass all tests.

    Raises:
        AssignmentError: it does not, or the tests cannot run.
    """
    with tempfile.TemporaryDirectory(prefix="cagework-") as folder:
        kit = Path(folder).resolve()
        write(kit, files)
        public = load(assignment.name, kit)
        try:
            with reference_box(assignment) as box:
                report = _report_on(public, box)
        except GraderError as error:
            raise _not_for_students(assignment, kit, str(error).splitlines()[-1]) from None
        failed = [test for part in report.parts for test in part.tests if test.outcome != "pass"]
        if failed:
            detail = failed[0].detail
            reason = detail.message if detail else failed[0].outcome.value
            raise _not_for_students(assignment, kit, f"{failed[0].name}: {reason}")
        with receive(public, public.starter) as received:
            return _report_on(public, received.box).for_students()


def _report_on(assignment: Assignment, box: Path) -> Report:
    return grade(assignment, box, submission=".", unusable={}, hidden=False, confined=False)


def _not_for_students(assignment: Assignment, kit: Path, fault: str) -> AssignmentError:
    return AssignmentError(
        f"{assignment.public_tests}: the reference fails with what students get "
        f"({fault.replace(f'{kit}/', '')}); put files that tests read into this folder"
    )
