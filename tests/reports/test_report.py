"""The JSON report has the documented keys; the text report is as recorded."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from autograder.provenance import Provenance
from autograder.report import (
    Audience,
    ByHand,
    Compared,
    Detail,
    Kind,
    Outcome,
    PartResult,
    Place,
    Report,
    TestResult,
)
from autograder.reports import json as as_json
from autograder.reports import text
from autograder.reports.json import read_report
from tests.conftest import ROOT

RECORDED = Path(__file__).with_name("recorded")
PLACE = Place("own.py", 7, "double", "return number", {"number": "3"})
DETAILS = {
    Outcome.PASS: None,
    Outcome.WRONG: Detail(
        Kind.RETURNED,
        "double",
        "gave the wrong answer",
        call="double(board, 3)",
        arguments={"board": "1 2\n3 4"},
        returned="3",
        expected="6",
        difference="Line 1 differs:",
        compared=Compared("6", "3"),
        place=PLACE,
        printed="debug\nmore",
    ),
    Outcome.CRASHED: Detail(
        Kind.RAISED, "double", "raised ValueError: no", call="double(3)", place=PLACE
    ),
    Outcome.TIMED_OUT: Detail(Kind.NOT_FINISHED, "double", "did not finish"),
    Outcome.OUT_OF_MEMORY: Detail(Kind.STOPPED, "double", "used more memory than allowed"),
    Outcome.NOT_DEFINED: Detail(Kind.NOT_DEFINED, "own.py", "does not define double"),
    Outcome.NOT_RUN: Detail(Kind.NOT_LOADED, fact="own.py is missing"),
    Outcome.GRADER_ERROR: Detail(Kind.GRADER, "the grader", "failed: KeyError: 1"),
}


def result(outcome: Outcome, number: int = 0) -> TestResult:
    says = f"double is {outcome.value}"
    return TestResult(f"test_{number}", says, outcome, number % 2 == 1, 0.5, DETAILS[outcome])


def part(name: str, *outcomes: Outcome, points: float = 10, **more: Any) -> PartResult:
    tests = tuple(result(outcome, number) for number, outcome in enumerate(outcomes))
    return PartResult(name, f"({name}) title", points, tests, **more)


REPORT = Report(
    "double",
    "submissions/ada",
    (
        part("all", *Outcome, hint="Twice."),
        part("good", Outcome.PASS, Outcome.PASS),
        part("third", Outcome.PASS, Outcome.WRONG, Outcome.WRONG),
        part("strict", Outcome.PASS, Outcome.WRONG, all_or_nothing=True),
        part("gone", Outcome.NOT_RUN, Outcome.NOT_RUN, hint="Not shown: nothing was tried."),
    ),
    (ByHand("style", 50, "names", "docstrings: 1 of 2"),),
    ("own.py is missing in submissions/ada; found: nothing",),
    {"files": "none", "system_calls": "none", "user": "none"},
    provenance=Provenance(
        "ada",
        "1f",
        "2e",
        "3d",
        "2027-01-15T12:00:00.000+00:00",
        1.5,
        {"call_seconds": 2.0},
        {"whitespace": "exact"},
        "3.14.0",
    ),
)


def row(name: str, outcome: Outcome, *, hidden: bool = True) -> TestResult:
    says = f"double is large: {name}"
    return TestResult(f"test_large[{name}]", says, outcome, hidden, 0.5, DETAILS[outcome])


TABLED = Report(
    "double",
    "submissions/ada",
    (
        PartResult(
            "double",
            "(a) double",
            90,
            (
                row("1-2", Outcome.WRONG, hidden=False),
                row("7-14", Outcome.WRONG),
                row("8-16", Outcome.WRONG),
                row("[9]-18", Outcome.WRONG),
                row("10-20", Outcome.TIMED_OUT),
                TestResult(
                    "test_0",
                    "double works",
                    Outcome.CRASHED,
                    True,
                    1,
                    Detail(Kind.RAISED, fact="crashed"),
                ),
                row("11-22", Outcome.NOT_RUN),
                row("12-24", Outcome.NOT_DEFINED),
                row("13-26", Outcome.NOT_DEFINED),
                row("14-28", Outcome.GRADER_ERROR),
                row("15-30", Outcome.GRADER_ERROR),
            ),
            hint="Twice.",
        ),
    ),
    (),
    (),
    {"files": "landlock 4"},
)


def test_points() -> None:
    assert [part.earned for part in REPORT.parts] == [2.5, 10, 3.33, 0, 0]
    assert (REPORT.score, REPORT.out_of) == (15.83, 50)
    parts = tuple(part(f"part{i}", Outcome.PASS, points=8.3) for i in range(11))
    full = replace(REPORT, parts=(*parts, part("last", Outcome.PASS, points=8.7)))
    assert (full.score, full.out_of) == (100, 100)


def test_text(recorded: Callable[[Path, str], None]) -> None:
    recorded(RECORDED / "report.txt", text.render(REPORT, "ask for {part}"))


def test_text_of_one_part_has_all_details(recorded: Callable[[Path, str], None]) -> None:
    alone = Report("double", "ada", REPORT.parts[:1], (), (), {"files": "landlock 4"})
    recorded(RECORDED / "report_of_one_part.txt", text.render(alone, ""))


def failed(name: str, outcome: Outcome, message: str) -> TestResult:
    return TestResult(
        f"test_large[{name}]",
        f"double is large: {name}",
        outcome,
        False,
        0.5,
        Detail(Kind.RETURNED, fact=message),
    )


ALIKE = """\
✗ double                                          0 / 90   0 of 11 tests
  ✗ 3 tests cannot pass yet: double is not written yet
  ✗ double is large: 2: crashed
  ✗ double is large: 4: crashed
      double crashed
  ✗ double is large: wrong for 6, 7, 8, 9
      double is wrong
  ✗ double is large: crashed for 10, odd; 11
      full details: ask
"""


@pytest.mark.parametrize(
    ("call", "label"),
    [
        ("purse = Purse(5)\npurse.coins", "value"),
        ("SIZE", "value"),
        ("purse.count()", "returned"),
        ("rows(3)[0]", "returned"),
        ("purse == other.purse", "returned"),
    ],
)
def test_an_attribute_has_a_value(call: str, label: str) -> None:
    detail = Detail(Kind.RETURNED, "Purse", call=call, returned="7")
    assert (label, "7") in text.detail_fields(detail)


def test_tests_that_failed_alike_are_grouped() -> None:
    """Groups are in the order of their first tests; many rows of one table are shown in short."""
    missing, gone = "double is not written yet", Outcome.NOT_DEFINED
    tests = [failed(name, gone, missing) for name in ("1", "3", "5")]
    tests[1:1] = [failed("2", Outcome.CRASHED, "double crashed")]
    tests[3:3] = [failed("4", Outcome.CRASHED, "double crashed")]
    tests += [failed(name, Outcome.WRONG, "double is wrong") for name in "6789"]
    tests += [failed(name, Outcome.CRASHED, f"at {name}") for name in ("10, odd", "11")]
    parts = (PartResult("double", "", 90, tuple(tests)),) * 2
    report = Report("double", "ada", parts, (), (), {"files": "landlock 4"})
    assert text.render(report, "ask").split("\n\n")[1] + "\n" == ALIKE


@pytest.mark.parametrize("report", [REPORT, TABLED, REPORT.for_students()])
def test_report_survives_the_way_through_json(report: Report) -> None:
    assert read_report(json.loads(as_json.render(report))) == report


def test_text_for_students(recorded: Callable[[Path, str], None]) -> None:
    recorded(RECORDED / "report_for_students.txt", text.render(TABLED.for_students(), "ask {part}"))


def test_students_get_sentence_and_outcome_of_hidden_tests() -> None:
    public, *hidden = TABLED.for_students().parts[0].tests
    assert public == TABLED.parts[0].tests[0]
    reduced = TestResult("test_large", "double is large", Outcome.WRONG, True, 0.0)
    assert hidden[:3] == [reduced] * 3


def test_keys_are_unique_and_those_of_students() -> None:
    """Also where a public and a hidden test have one name, and where a test has rows."""
    tests = TABLED.parts[0].tests
    alike = TestResult(tests[0].name, "double", Outcome.PASS, not tests[0].hidden, 0.5)
    report = replace(TABLED, parts=(replace(TABLED.parts[0], tests=(*tests, alike)),))
    tables = [as_json.as_table(each) for each in (report, report.for_students())]
    keys, of_students = ([test["key"] for test in t["parts"][0]["tests"]] for t in tables)
    assert keys == of_students
    assert len(set(keys)) == len(keys) == 1 + len(tests)
    assert "double/hidden/test_large/2" in keys
    assert "[" not in "".join(keys)


def test_for_students_keeps_the_marks_without_times_and_advice() -> None:
    """A submission can encode the arguments of hidden tests in times."""
    for report in (REPORT, TABLED):
        reduced = report.for_students()
        assert (reduced.score, reduced.out_of) == (report.score, report.out_of)
        assert len(reduced.grader_errors) == len(report.grader_errors)
        assert reduced.for_students() == reduced
        assert {test.seconds for part in reduced.parts for test in part.tests if test.hidden} == {0}
    reduced = REPORT.for_students()
    assert reduced.provenance
    assert reduced.provenance.seconds == 0
    assert reduced.by_hand == (ByHand("style", 50, "names"),)
    assert "docstrings: 1 of 2" in text.render(REPORT, "")


def keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {key for key in value if key not in ("number", "board")}
        return own.union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list) else set()


def test_documented_keys_and_outcomes_are_those_of_the_report() -> None:
    document = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
    section = document.partition("\n## The JSON report\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    documented = {word for row in rows for word in re.findall(r"`(\w+)`", row)}
    of_details = {field.name for field in fields(Detail)} - {"steps"}
    known = keys(as_json.as_table(REPORT)) | of_details | set(Outcome)
    assert documented - set(Audience) - known == set()
    assert known - set(re.findall(r"`(\w+)`", section)) == set()
