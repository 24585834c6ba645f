"""The reports of a class for other programs: CSV, JSON lines and JUnit XML."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from autograder.course.exports import EXPORTS
from autograder.course.grading import GradedSubmission, GradingTask
from autograder.course.results import opened_results
from tests.course.stub import run_stub, stub_grade

ENDED: dict[str, tuple[str, str | None]] = {
    "pass": ("", None),
    "wrong": ("=1+1", "failure"),
    "crashed": ("-1 < 2\n", "failure"),
    "timed_out": ("@", "failure"),
    "not_defined": ("", "failure"),
    "not_run": ("+", "skipped"),
    "grader_error": ("a fault", "error"),
}
"""For each outcome, the message of the test that ends so, and its element in JUnit."""


def grade(task: GradingTask) -> GradedSubmission:
    graded = stub_grade(task)
    report: Any = graded.report
    tests = report["parts"][0]["tests"]
    for test, (outcome, (message, _)) in zip(tests, ENDED.items(), strict=False):
        test |= {"outcome": outcome, "detail": {"message": message} if message else None}
    report["parts"][0]["tests"] = tests[: len(ENDED)]
    return replace(graded, report=report)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"Zoë": "10"}, grade)
    return path


def export(path: Path, form: str) -> str:
    with opened_results(path) as results:
        return EXPORTS[form](results)


def test_csv(path: Path) -> None:
    """No cell is a formula, and a message is on one line."""
    rows = list(csv.DictReader(io.StringIO(export(path, "csv"), newline="")))
    assert [row["message"] for row in rows] == [
        "",
        "'=1+1",
        "'-1 < 2\\n",
        "'@",
        "",
        "'+",
        "a fault",
        "",
    ]
    assert [row["outcome"] for row in rows] == [*ENDED, "pass"]


def test_json(path: Path) -> None:
    text = export(path, "json")
    assert "Name of Zoë" in text
    [outcomes, _] = [
        [test["outcome"] for test in part["tests"]] for part in json.loads(text)["report"]["parts"]
    ]
    assert outcomes == list(ENDED)


def test_junit(path: Path) -> None:
    [suite] = ElementTree.fromstring(export(path, "junit"))
    numbers = {"name": "Zoë", "tests": "8", "failures": "4", "errors": "1", "skipped": "1"}
    assert suite.attrib == numbers
    names = [*(("first", f"first {number}") for number in range(7)), ("second", "second")]
    assert [(case.get("classname"), case.get("name")) for case in suite] == names
    assert {case.get("time") for case in suite} == {"0.010"}
    for case, (outcome, (message, element)) in zip(suite, ENDED.items(), strict=False):
        found = [(child.tag, child.attrib) for child in case]
        assert found == ([(element, {"message": message or outcome})] if element else [])
