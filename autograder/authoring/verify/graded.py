"""Checks that grade a submission: the reference, the starter, a wheat or a chaff."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from autograder.assignment import KINDS, MAY_CHANGE, Assignment, Part
from autograder.authoring.needs import source_of
from autograder.authoring.release import public_tests
from autograder.authoring.release.check_pyz import check_pyz, run_check_pyz
from autograder.authoring.starter import STUB
from autograder.authoring.verify.finding import (
    AssignmentFinding,
    finding,
    from_message,
    named,
)
from autograder.authoring.verify.solutions import submission_with
from autograder.authoring.verify.tests import (
    asserts_only_on_items,
    files_of_tests,
    tests_in,
)
from autograder.intake.box import box_of, receive
from autograder.judge.chaffs import part_caught_by
from autograder.judge.grading import reference_box
from autograder.judge.request import OTHER_HASH_SEED, GradingRequest, Recorded
from autograder.report import GraderError, Kind, Outcome, PartResult, Report, TestResult
from autograder.sentences import conjugated

NO_TESTS = 5
"""The exit status of pytest if it finds none."""
CAUGHT = (Outcome.WRONG, Outcome.CRASHED, Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY)
_FAULT_OF_A_FILE = re.compile(
    r"((?:(?:tests|hidden)/)?(?:test_\w+|conftest)\.py)(?:::\w+)*(?:\[.*\])?: (.*)"
)
_MAY_NOT_RUN = re.compile(r"skip|xfail|expectedFailure")
_LISTS = "[x for x in [*locals().values()] if type(x) is list]"
CHANGING = {
    f'next((x.clear() or x.append("changed") or x for x in {_LISTS}), None)': (
        f'["changed"] if {_LISTS} else None'
    ),
    f"[x.__setitem__(slice(None), [0] * len(x)) for x in {_LISTS}] and 0": f"{_LISTS} and 0",
}
"""Answers that change the lists among the arguments, each with an equal answer that changes none:
the first list with other items, and 0 after every item has become 0."""
MAX_WRONG_ANSWERS = 1000
"""How often a test may call: with some answers, its loops would never end."""
AGAIN: tuple[tuple[dict[str, Any], str, str], ...] = (
    (
        {},
        "when graded again",
        "find what the test depends on, besides the submission; if it is time, raise the limit",
    ),
    (
        {"expected_to_fail": True},
        "when the last tests run first",
        "let each test prepare what it needs",
    ),
    (
        {"hash_seed": OTHER_HASH_SEED},
        "with another hash seed",
        "accept any order of a set's items",
    ),
)
"""Ways to grade once more, when that is, and what to do about points that it loses."""
Grade = Callable[[GradingRequest], Report]
"""Grades a solution of the author's with the assignment's tests."""


def check_reference(assignment: Assignment, grade: Grade) -> list[AssignmentFinding]:
    """Check that the tests can be run, and that the reference scores full marks."""
    if not assignment.has_reference:
        names = ", ".join(assignment.files)
        fault = f"a file is missing; a reference has all of {names}"
        return [finding(assignment, assignment.reference, fault, "write it")]
    if missing := missing_files(assignment, assignment.provided):
        return missing
    try:
        report = graded_with(assignment, grade)
    except GraderError as error:
        return faults_of_tests(assignment, error)
    at_home = assignment.kit == Path.cwd()
    folder = f"reference/{assignment.name}" if at_home else str(assignment.reference)
    shown = assignment.command("grade", folder)
    remedy = f"correct the reference, or the test or case; to see why, {shown}"
    lost = [
        finding(assignment, assignment.reference, f"does not score full marks: {line}", remedy)
        for line in losses(report)
    ]
    return [*lost, *_without_result(assignment, report)]


def _without_result(assignment: Assignment, report: Report) -> Iterator[AssignmentFinding]:
    """Find tests that are not run; where a file says when to skip one, that is advice."""
    ran = {
        (part.name, test.hidden, test.name.partition("[")[0].rpartition("::")[2])
        for part in report.parts
        for test in part.tests
    }
    for path in files_of_tests(assignment):
        part, hidden = path.stem.removeprefix("test_"), path.parent == assignment.hidden_tests
        names = [test.name for test in tests_in(source_of(path))]
        if silent := [name for name in names if (part, hidden, name) not in ran]:
            fault = f"no result of {named(silent)}: skipped, without rows, or not found by pytest"
            is_said = bool(_MAY_NOT_RUN.search(path.read_text("utf-8", "replace")))
            yield finding(assignment, path, fault, "let it run, or remove it", advice=is_said)
    for kind in KINDS:
        folder, hidden = assignment.inputs / kind, kind == "secret"
        tests = [test for part in report.parts for test in part.tests if test.hidden == hidden]
        rows = {row for test in tests for row in (test.row, *test.row.split("-"))}
        if idle := [case.name for case in assignment.cases(kind) if case.name not in rows]:
            tests_of = "hidden" if hidden else "tests"
            remedy = f"let a test in {tests_of}/ take the argument `case`, or remove it"
            yield finding(assignment, folder, f"no test runs {named(idle)}", remedy)


def faults_of_tests(assignment: Assignment, error: GraderError) -> list[AssignmentFinding]:
    """Turn an error that names a test, or a part without tests, into findings about the tests.

    Raises:
        GraderError: it names none, so the grader itself failed.
    """
    found = []
    for line in map(str.strip, str(error).splitlines()):
        if line.startswith(f"{assignment.folder}{os.sep}"):
            found.append(from_message(assignment, line, "correct the test"))
        elif match := _FAULT_OF_A_FILE.match(line):
            fault = f"cannot be run: {match[2]}"
            found.append(
                finding(assignment, assignment.folder / match[1], fault, "correct the file")
            )
        elif match := re.match(r"the part \w+ has no tests.*", line):
            remedy = "add a test that runs"
            found.append(finding(assignment, assignment.public_tests, match[0], remedy))
    if not found:
        raise error
    return list(dict.fromkeys(found))


def check_again(assignment: Assignment, grade: Grade) -> Iterator[AssignmentFinding]:
    """Check that the reference scores full marks again, in other circumstances.

    The last tests run first, and sets have another order; if points are lost, each is tried alone.
    The other checks run at the same time and keep the machine busy.
    """
    together = graded_with(assignment, grade, expected_to_fail=True, hash_seed=OTHER_HASH_SEED)
    if not (lost := losses(together)):
        return
    _, when, remedy = AGAIN[0]
    for way, *says in AGAIN:
        if alone := losses(graded_with(assignment, grade, **way)):
            lost, (when, remedy) = alone, says
            break
    for line in lost:
        fault = f"loses points {when}: {line}"
        yield finding(assignment, assignment.reference, fault, remedy)


def missing_files(assignment: Assignment, files: Sequence[str]) -> list[AssignmentFinding]:
    """Find files that the starter lacks, without which it cannot be graded."""
    remedy = assignment.command("starter")
    paths = [assignment.starter / file for file in files]
    return [finding(assignment, path, "missing", remedy) for path in paths if not path.is_file()]


def check_starter(assignment: Assignment, grade: Grade) -> Iterator[AssignmentFinding]:
    """Check that the starter can be imported, and that no test passes without a right answer.

    Full marks for a part mean that the starter has the answer.
    """
    if missing := missing_files(assignment, assignment.files):
        yield from missing
        return
    report = graded_starter(assignment, grade)
    remedy = "make its top-level statements run without the answers"
    if needed := _run_while_loaded(report):
        remedy = (
            f"add {', '.join(needed)} to `given` in assignment.toml, so that the starter has it"
        )
    for line in report.problems:
        yield finding(assignment, assignment.starter, f"cannot be imported: {line}", remedy)
    passing = _passing(assignment, report)
    idle = _passing(assignment, graded_without_files(assignment, grade)) if passing else []
    remedy = "call what students write; a coroutine or a generator only begins"
    yield from _about(assignment, idle, "no call in {}, so nothing is tested", remedy)
    remedy = "let the test require something that only an answer has"
    for part in report.parts:
        own = f"test_{part.name}.py"
        rest = [test for test in passing if test not in idle and test[0].name == own]
        advice = part.passed < part.total
        yield from _about(assignment, rest, "the starter passes {}", remedy, advice=advice)
    yield from _check_wrong_answers(assignment, grade, {(path, _whole(n)) for path, n in passing})


def _run_while_loaded(report: Report) -> list[str]:
    """Return the functions and classes of the starter that run while it is loaded, and raise."""
    details = [test.detail for part in report.parts for test in part.tests if test.detail]
    places = [each.place for each in details if each.kind is Kind.NOT_LOADED and each.place]
    stubs = [place for place in places if place.source == STUB.strip()]
    return sorted({place.function.partition(".")[0] for place in stubs})


def _check_wrong_answers(
    assignment: Assignment, grade: Grade, known: set[tuple[Path, str]]
) -> Iterator[AssignmentFinding]:
    """Find further tests that pass, all of their rows, with wrong answers.

    Some assert something only about each item of an answer; others compare an answer with an
    argument, and pass if a call changes that, but not if it only returns the same.
    """

    def passing(answer: str) -> set[tuple[Path, str]]:
        report = graded_starter(assignment, grade, answer)
        return {*_passing(assignment, report, _whole)} - known

    empty = {each for each in passing("[]") if asserts_only_on_items(source_of(each[0]), each[1])}
    if empty:
        empty = empty & passing("()") - (passing("None") - passing("1"))  # They may ask for False.
    fault = "{} would pass if all functions only returned [] or ()"
    remedy = "require something of the whole answer, too, such as its length"
    yield from _about(assignment, sorted(empty), fault, remedy, advice=True)
    if assignment.arguments == MAY_CHANGE or any(part.mutates for part in assignment.parts):
        fault = "{} would pass if functions only changed the lists that they get"
        remedy = "compare with values that no call gets, such as a copy made before"
        alike = set[tuple[Path, str]]()
        for changing, unchanging in CHANGING.items():
            found = passing(changing) - empty
            alike |= found - (passing(unchanging) if found else found)
        yield from _about(assignment, sorted(alike), fault, remedy, advice=True)


def _whole(name: str) -> str:
    """Return the name of a test without its row."""
    return name.partition("[")[0]


def _passing(
    assignment: Assignment, report: Report, name_of: Callable[[str], str] = str
) -> list[tuple[Path, str]]:
    """Return the tests that pass, with their files; all of those with one name have to."""
    passes: dict[tuple[Path, str], bool] = {}
    for part in report.parts:
        for test in part.tests:
            folder = assignment.hidden_tests if test.hidden else assignment.public_tests
            place = folder / f"test_{part.name}.py", name_of(test.name)
            passes[place] = passes.get(place, True) and test.outcome is Outcome.PASS
    return [place for place, passed in passes.items() if passed]


def _about(
    assignment: Assignment,
    tests: Iterable[tuple[Path, str]],
    fault: str,
    remedy: str,
    *,
    advice: bool = False,
) -> Iterator[AssignmentFinding]:
    """Make a finding about tests for each of their files; `fault` has {} for their names."""
    for path, group in groupby(tests, itemgetter(0)):
        says = fault.format(named([name for _, name in group]))
        yield finding(assignment, path, says, remedy, advice=advice)


def graded_without_files(assignment: Assignment, grade: Grade) -> Report:
    """Grade a submission without files: what passes does not call it."""
    with box_of(assignment, {}) as box:
        missing = dict.fromkeys(assignment.files, "missing")
        return grade(GradingRequest(box, missing, records=Recorded.NOTHING))


def graded_starter(assignment: Assignment, grade: Grade, answer: str = "") -> Report:
    """Grade the starter; perhaps its functions return an `answer` instead of raising."""

    def returning(match: re.Match[str]) -> str:
        return match[1] + ("pass\n" if match[2] == "__init__" else f"return {answer}\n")

    with receive(assignment, assignment.starter) as received:
        for file in assignment.files if answer else ():
            text = (received.box / file).read_text(encoding="utf-8")
            changed = re.sub(rf"(?s)(def (\w+)(?:(?!def ).)*){STUB}", returning, text)
            (received.box / file).write_text(changed, encoding="utf-8")
        most = MAX_WRONG_ANSWERS if answer else None
        about = received.box, received.unusable
        return grade(GradingRequest(*about, records=Recorded.NOTHING, max_requests=most))


def check_wheat(assignment: Assignment, grade: Grade, wheat: Path) -> list[AssignmentFinding]:
    """Check that a right solution scores full marks."""
    report = graded_with(assignment, grade, wheat)
    remedy = "allow what the handout allows, or correct the wheat"
    return [
        finding(assignment, wheat, f"does not score full marks: {line}", remedy)
        for line in losses(report)
    ]


def check_chaff(assignment: Assignment, grade: Grade, chaff: Path) -> list[AssignmentFinding]:
    """Check that a chaff loses points in its part.

    The last tests, which are more likely to catch it, come first; one that fails is enough.
    """
    part = part_caught_by(assignment, chaff)
    report = graded_with(assignment, grade, chaff, [part], expected_to_fail=True, exit_first=True)
    tests = report.parts[0].tests
    if any(test.outcome is Outcome.NOT_RUN for test in tests):
        why = f": {report.problems[0]}" if report.problems else ""
        return [finding(assignment, chaff, f"it cannot be loaded{why}", "correct the chaff")]
    if not any(test.outcome in CAUGHT for test in tests):
        add = f"add a test to {assignment.hidden_tests.name}/test_{part.name}.py"
        remedy = f"if its answers are right, correct it; if not, {add}"
        return [finding(assignment, chaff, f"all tests of {part.name} pass", remedy)]
    return []


def check_bundle(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that the reference passes public tests with what students get, as they would run it.

    So a test that needs a file that students do not get is found, as is one that needs the grader
    and that pytest would not skip.
    """
    pyz = check_pyz(assignment)
    files = {file: (assignment.reference / file).read_bytes() for file in assignment.files}
    files |= {file: (assignment.starter / file).read_bytes() for file in assignment.provided}
    files |= public_tests(assignment)
    remedy = "put files that tests read into this folder"
    graded = run_check_pyz(assignment, pyz, files, "--json", "-")
    if graded.returncode != 0:
        fault = f"the reference fails with what students get ({_first_fault(graded)})"
        yield finding(assignment, assignment.public_tests, fault, remedy)
    tested = run_check_pyz(assignment, pyz, files, "pytest", columns=1000)
    if tested.returncode not in (0, NO_TESTS):
        lines = (tested.stdout + tested.stderr).split("\n")
        failed = [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
        why = (failed or list(filter(None, lines))[-1:] or [""])[0]
        fault = f"with pytest, as students may run these tests, the reference fails ({why})"
        yield finding(assignment, assignment.public_tests, fault, remedy)


def _first_fault(graded: subprocess.CompletedProcess[str]) -> str:
    """Return why the first test failed, or what the grader said if there is no report."""
    try:
        parts = json.loads(graded.stdout)["parts"]
    except ValueError:
        return " ".join(graded.stderr.split()).removeprefix("autograder: ")
    failed = next(t for part in parts for t in part["tests"] if t["outcome"] != "pass")
    return f"{failed['name']}: {(failed['detail'] or {}).get('message', failed['outcome'])}"


def graded_with(
    assignment: Assignment,
    grade: Grade,
    solution: Path | None = None,
    parts: Sequence[Part] = (),
    *,
    expected_to_fail: bool = False,
    exit_first: bool = False,
    hash_seed: int = 0,
) -> Report:
    """Grade the reference, perhaps with a chaff or wheat, on these parts or on all."""
    with reference_box(assignment) as box:
        if solution:
            file, text = submission_with(assignment, solution)
            (box / file).write_text(text, encoding="utf-8")
        request = GradingRequest(
            box,
            parts=parts,
            exit_first=exit_first,
            expected_to_fail=expected_to_fail,
            records=Recorded.NOTHING,
            hash_seed=hash_seed,
        )
        return grade(request)


def losses(report: Report) -> list[str]:
    """Return a line for each part with a test that did not pass, or the report's problems."""
    lost = [
        f"{part.name}, {_first(part, failed)}"
        for part in report.parts
        if (failed := [test for test in part.tests if test.outcome is not Outcome.PASS])
    ]
    return lost or [*report.problems]


def _first(part: PartResult, failed: Sequence[TestResult]) -> str:
    test = failed[0]
    detail = test.detail
    reason = ": " + " ".join(filter(None, (detail.subject, detail.fact))) if detail else ""
    fail = conjugated(len(failed), "fail")
    return f"{len(failed)} of {part.total} tests {fail} ({test.name}, {test.outcome}{reason})"
