"""Failures as lines FILE:LINE: MESSAGE, and the pattern by which VS Code finds them."""

from __future__ import annotations

import json
import re

import pytest

from autograder.authoring.folder import template_files
from autograder.report import Detail, Kind, Outcome, PartResult, Place, Report, TestResult
from autograder.reports import lines

TASKS = json.loads(template_files("student")[".vscode/tasks.json"])
FAILURE_PATTERN = TASKS["tasks"][0]["problemMatcher"]["pattern"]["regexp"]
SOURCES = {
    "own.py": "import sys\n\n\ndef double(x):\n    return x\n\n\nclass C:\n    def solve(self):\n"
    "        pass\n",
    "more.py": "def (\ndef twice(x):\n    pass\nclass D:\n    def twice(self):\n        pass\n",
}


def report_of(part: str, *details: Detail, outcome: Outcome = Outcome.WRONG) -> Report:
    tests = [TestResult("test", "double doubles: 7", outcome, False, 0.0, each) for each in details]
    parts = (PartResult(part, "", 10, tuple(tests)),)
    return Report("a", ".", parts, (), (), {"files": "none"})


CASES = {
    "crash": (
        "p",
        Detail(Kind.RAISED, "double", "raised", place=Place("own.py", 5, "double")),
        "own.py:5: double raised\n",
    ),
    "syntax error": (
        "p",
        Detail(Kind.NOT_LOADED, "more.py", "is invalid", place=Place("more.py", 1, "")),
        "more.py:1: more.py is invalid\n",
    ),
    "wrong answer": (
        "p",
        Detail(Kind.RETURNED, "double", "is wrong"),
        "own.py:4: double is wrong\n",
    ),
    "method": ("p", Detail(Kind.RETURNED, "C.solve", "is wrong"), "own.py:9: C.solve is wrong\n"),
    "class": ("p", Detail(Kind.RETURNED, "C", "is wrong"), "own.py:8: C is wrong\n"),
    "one of two": (
        "double",
        Detail(Kind.RETURNED, "twice", "is wrong"),
        "own.py:4: twice is wrong\n",
    ),
    "program": (
        "p",
        Detail(Kind.PRINTED, "more.py", "is wrong"),
        "more.py:1: more.py is wrong\n",
    ),
    "own tests": (
        "p",
        Detail(Kind.OWN_TESTS, "your tests in more.py", "are wrong"),
        "more.py:1: your tests in more.py are wrong\n",
    ),
    "part of own tests": (
        "more",
        Detail(Kind.OWN_TESTS, fact="no test is named for double"),
        "more.py:1: no test is named for double\n",
    ),
    "no file": ("p", Detail(Kind.TEST, "", "wrong"), "own.py:1: wrong\n"),
}


@pytest.mark.parametrize(("part", "detail", "expected"), CASES.values(), ids=CASES)
def test_place_of_a_failure(part: str, detail: Detail, expected: str) -> None:
    assert lines.render(report_of(part, detail), SOURCES) == expected
    match = re.search(FAILURE_PATTERN, expected.rstrip("\n"))
    assert match is not None
    assert match[1] in SOURCES
    assert f"{match[1]}:{match[2]}: {match[3]}\n" == expected


def test_what_is_not_written_is_no_error() -> None:
    for kind in (Kind.NOT_WRITTEN, Kind.NOT_TRIED):
        report = report_of("p", Detail(kind, "double"), outcome=Outcome.NOT_RUN)
        assert lines.render(report, SOURCES) == ""


def test_only_failures_and_each_once() -> None:
    detail = Detail(Kind.RETURNED, "double", "is wrong")
    assert lines.render(report_of("p", detail, detail), SOURCES).count("\n") == 1
    fault = report_of("p", detail, outcome=Outcome.GRADER_ERROR)
    assert lines.render(fault, SOURCES) == ""
    assert lines.render(report_of("p", detail), {}) == "check:1: double is wrong\n"
