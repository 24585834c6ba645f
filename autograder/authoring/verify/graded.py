"""Checks that grade a submission: the reference, the starter, a wheat or a chaff."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.assignment import Assignment, Case, Part
from autograder.authoring.limits import RUNS, measure
from autograder.authoring.measuring import Meter
from autograder.authoring.names_in_tests import tests_in
from autograder.authoring.verify.faulty_tests import faults_of_tests, require_any_order
from autograder.authoring.verify.finding import AssignmentFinding, command, finding, named
from autograder.authoring.verify.replacements import chaff_fault, file_replaced, wheat_fault
from autograder.authoring.verify.sources import files_of_tests
from autograder.authoring.verify.time_limits import suspicious_needs
from autograder.authoring.verify.uses import parts_to_keep, top_level
from autograder.intake.intake import receive
from autograder.judge.chaffs import defined, docstring, part_caught_by, with_chaff
from autograder.judge.grading import grade, reference_box
from autograder.judge.grading_server import grade_own
from autograder.judge.python_source import Function, PythonSource
from autograder.judge.request import ChosenTests, GradingRequest, Progress
from autograder.report import GraderError, Outcome, PartResult, Report, TestResult
from autograder.reports.misconceptions import read_misconceptions
from autograder.sandbox.messages import Response

CAUGHT = (Outcome.WRONG, Outcome.CRASHED, Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY)


def check_reference(
    assignment: Assignment, responses: dict[Case, Response] | None = None
) -> list[AssignmentFinding]:
    """Check that the tests can be run, and that the reference scores full marks.

    How its programs have ended is added to the `responses`.
    """
    if not assignment.has_reference:
        names = ", ".join(assignment.files)
        fault = f"a file is missing; a reference has all of {names}"
        return [finding(assignment, assignment.reference, fault, "write it")]
    if missing := missing_files(assignment, assignment.provided):
        return missing
    meter = Meter()
    try:
        report = measured_reference(assignment, meter, responses)
    except GraderError as error:
        return faults_of_tests(assignment, error)
    at_home = assignment.kit == Path.cwd()
    folder = f"reference/{assignment.name}" if at_home else str(assignment.reference)
    shown = command(assignment, "grade", assignment.name, folder)
    remedy = f"correct the reference, or the test or case; to see why, {shown}"
    lost = [
        finding(assignment, assignment.reference, f"does not score full marks: {line}", remedy)
        for line in losses(report)
    ]
    return [*(lost or _of_needs(assignment, meter)), *_without_result(assignment, report)]


def _of_needs(assignment: Assignment, meter: Meter) -> list[AssignmentFinding]:
    """Find figures of what the reference needs that are wrong in each of several measurements."""
    if suspicious_needs(assignment, meter.needed()):
        return suspicious_needs(assignment, measure(assignment, RUNS).shortest([meter]).needed())
    return []


def _without_result(assignment: Assignment, report: Report) -> Iterator[AssignmentFinding]:
    """Find tests that earn and cost nothing, unless they say themselves when they are skipped."""
    ran = {
        (part.name, test.hidden, test.name.partition("[")[0].rpartition("::")[2])
        for part in report.parts
        for test in part.tests
    }
    for path in files_of_tests(assignment):
        tree = PythonSource.of_file(path).tree  # Python skips a byte order mark here.
        hidden = path.parent == assignment.hidden_tests
        for test in tests_in(tree):
            known = (path.stem.removeprefix("test_"), hidden, test.name) in ran
            if not known and not _says_when(test):
                fault = f"{test.name} has no result: it is skipped, or has no rows"
                remedy = "let it run, or remove it"
                yield finding(assignment, path, fault, remedy, advice=True)


def _says_when(test: Function) -> bool:
    """Is a test skipped on a condition, or marked as one that is known to fail?"""
    marks = " ".join(map(ast.unparse, test.decorator_list))
    branches = (node for node in test.body if not isinstance(node, ast.Expr))
    conditions = r"\b(skipif|skipIf|skipUnless|xfail|expectedFailure)\b"
    return bool(re.search(conditions, marks)) or any(
        re.search(r"\b(skip|skipTest|xfail)\(", ast.unparse(node)) for node in branches
    )


def check_reference_again(assignment: Assignment) -> list[AssignmentFinding]:
    """Check that the reference scores full marks again.

    The other checks run at the same time and keep the machine busy.
    """
    report = graded_with(assignment)
    remedy = "find what the test depends on, besides the submission; if it is time, raise the limit"
    return [
        finding(assignment, assignment.reference, f"loses points when graded again: {lost}", remedy)
        for lost in losses(report)
    ]


def check_reverse_order(assignment: Assignment) -> list[AssignmentFinding]:
    """Check that no test of the reference needs another before it; the last tests run first."""
    report = graded_with(assignment, in_reverse=True)
    for part in report.parts:
        require_any_order(assignment, part)
    remedy = "let each test prepare what it needs"
    faults = [f"loses points when the last tests run first: {lost}" for lost in losses(report)]
    return [finding(assignment, assignment.reference, fault, remedy) for fault in faults]


def missing_files(assignment: Assignment, files: Sequence[str]) -> list[AssignmentFinding]:
    """Find files that the starter lacks, without which it cannot be graded."""
    remedy = command(assignment, "starter", assignment.name)
    paths = [assignment.starter / file for file in files]
    return [finding(assignment, path, "missing", remedy) for path in paths if not path.is_file()]


def check_starter(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that the starter can be imported, and scores 0 in every part.

    Full marks for a part mean that the starter has the answer.
    """
    if missing := missing_files(assignment, assignment.files):
        yield from missing
        return
    with receive(assignment, assignment.starter) as received:
        report = grade_own(assignment, GradingRequest(received.box, received.unusable))
    remedy = "make its top-level statements run without the answers"
    for line in report.problems:
        yield finding(assignment, assignment.starter, f"cannot be imported: {line}", remedy)
    for part in report.parts:
        if passing := [test for test in part.tests if test.outcome is Outcome.PASS]:
            folder = assignment.hidden_tests if passing[0].hidden else assignment.public_tests
            fault = f"the starter passes {named(list(dict.fromkeys(t.name for t in passing)))}"
            remedy = "let the test require something that only an answer has"
            path = folder / f"test_{part.name}.py"
            yield finding(assignment, path, fault, remedy, advice=len(passing) < part.total)


def check_wheat(assignment: Assignment, wheat: Path) -> list[AssignmentFinding]:
    """Check that a right solution scores full marks."""
    if wheat_fault(assignment, wheat):
        return []
    source = wheat.read_text(encoding="utf-8")
    file = file_replaced(assignment, wheat)
    reference = (assignment.reference / file).read_text(encoding="utf-8")
    report = graded_with(assignment, file, with_wheat(reference, source))
    remedy = "allow what the handout allows, or correct the wheat"
    lines = losses(report) or report.problems
    return [
        finding(assignment, wheat, f"does not score full marks: {line}", remedy) for line in lines
    ]


def check_chaff(assignment: Assignment, chaff: Path) -> list[AssignmentFinding]:
    """Check that a chaff loses points in its part, and in no part that does not use it."""
    if chaff_fault(assignment, chaff):
        return []
    part = part_caught_by(assignment, chaff)
    file, text = submission_with(assignment, chaff)
    mistake = docstring(chaff.read_text(encoding="utf-8"))[0]
    public = mistake in read_misconceptions(assignment).get(part.name, {}).values()
    name = chaff.stem.removeprefix(part.name)
    if fault := reason_not_caught(assignment, part, file, text, hidden_first=not public, name=name):
        uncaught = fault.startswith("all tests")
        tests = f"{assignment.hidden_tests.name}/test_{part.name}.py"
        remedy = f"if its answers are right, correct it; if not, add a test to {tests}"
        return [finding(assignment, chaff, fault, remedy if uncaught else "correct the chaff")]
    others = parts_to_keep(assignment, part, chaff.read_text(encoding="utf-8"))
    report = graded_with(assignment, file, text, others) if others else None
    remedy = "do not let a part's tests call functions of another part"
    return [
        finding(
            assignment,
            chaff,
            f"it is caught by {part.name}, but also loses points in {line}",
            remedy,
        )
        for line in (losses(report) if report else ())
    ]


def submission_with(assignment: Assignment, chaff: Path) -> tuple[str, str]:
    """Return the file that a chaff changes, and its text with the chaff."""
    source = chaff.read_text(encoding="utf-8")
    file = file_replaced(assignment, chaff)
    reference = (assignment.reference / file).read_text(encoding="utf-8")
    return file, with_chaff(reference, source)


def reason_not_caught(
    assignment: Assignment, part: Part, file: str, text: str, *, hidden_first: bool, name: str
) -> str:
    """Grade one part of a submission with a chaff; return "" if it is caught, else the reason.

    The tests that are more likely to catch it come first: those with a similar name, then the last
    one of a file before the others, since authors begin with what is obvious. The others run only
    if they do not.

    Raises:
        AssignmentError: a test is at fault in this order.
    """
    report = graded_with(
        assignment, file, text, [part], exit_first=True, hidden_first=hidden_first, named_like=name
    )
    if any(test.outcome is Outcome.NOT_RUN for test in report.parts[0].tests):
        if hidden_first or name:  # Only public tests report why.
            return reason_not_caught(assignment, part, file, text, hidden_first=False, name="")
        if report.problems:
            return f"it cannot be loaded: {report.problems[0]}"
    if any(test.outcome in CAUGHT for test in report.parts[0].tests):
        return ""
    require_any_order(assignment, report.parts[0])
    return f"all tests of {part.name} pass"


def graded_with(
    assignment: Assignment,
    file: str = "",
    text: str = "",
    parts: Sequence[Part] = (),
    *,
    exit_first: bool = False,
    hidden_first: bool = False,
    named_like: str = "",
    in_reverse: bool = False,
) -> Report:
    """Grade the reference, with another text of one of its files, on these parts or on all."""
    with reference_box(assignment) as box:
        if file:
            (box / file).write_text(text, encoding="utf-8")
        request = GradingRequest(
            box,
            parts=parts,
            exit_first=exit_first,
            hidden_first=hidden_first,
            expected_to_fail=exit_first or in_reverse,
            named_like=named_like,
        )
        return grade_own(assignment, request)


def measured_reference(
    assignment: Assignment, meter: Meter, responses: dict[Case, Response] | None
) -> Report:
    """Grade the reference with tests that are collected for it, and measure what it needs."""
    measured = meter if sys.platform == "linux" else None
    tests = ChosenTests(
        assignment,
        assignment.parts,  # Named, they get no advice on style.
        assignment.cases("secret"),
        confined=False,
        backend=measured.backend if measured else None,
    )
    progress = Progress(begins=measured.begin) if measured else None
    with reference_box(assignment) as box:
        return grade(tests, GradingRequest(box), progress=progress, responses=responses)


def with_wheat(reference: str, wheat: str) -> str:
    """Return the wheat if it is a whole file, else the reference with the wheat's functions."""
    public = {name for name in defined(reference) if not name.startswith("_")}
    starts = "if __name__ ==" in wheat or "if __name__ ==" not in reference
    return wheat if starts and public <= top_level(wheat) else with_chaff(reference, wheat)


def losses(report: Report) -> list[str]:
    """Return a line for each part with a test that did not pass."""
    return [
        f"{part.name}, {_first(part, failed)}"
        for part in report.parts
        if (failed := [test for test in part.tests if test.outcome is not Outcome.PASS])
    ]


def _first(part: PartResult, failed: Sequence[TestResult]) -> str:
    test = failed[0]
    reason = f": {test.detail.message}" if test.detail else ""
    fail = "fails" if len(failed) == 1 else "fail"
    return f"{len(failed)} of {part.total} tests {fail} ({test.name}, {test.outcome}{reason})"
