"""The tests that fail most: a row for each test, however large its table is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.course.failing_tests import find_failing_tests
from autograder.course.results import opened_results
from autograder.report import Report
from tests.cli.in_process import run_main
from tests.course import stub
from tests.course.stub import run_stub, stub_report


def with_a_table(student: str, passed: int, faults: int = 0) -> Report:
    """Return the stub's report, where its first eight tests are four rows of each of two."""
    report = stub_report(student, passed, faults)
    part = report.parts[0]
    tests = [
        replace(test, name=f"test_table[{n}]") if n < 8 else test
        for n, test in enumerate(part.tests)
    ]
    return replace(report, parts=(replace(part, tests=tuple(tests)), *report.parts[1:]))


def test_rows_of_a_table_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stub, "stub_report", with_a_table)
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "2", "bob": "5", "cy": "9"})
    with opened_results(path) as results:
        found = find_failing_tests(results, 20)
        assert len(find_failing_tests(results, 1)) == 1
    assert [(test.says, test.hidden, test.failed, test.others) for test in found] == [
        ("first 9", True, 3, ""),
        ("first 5", True, 2, "2 more like it"),
        ("first 8", False, 2, ""),
        ("first 6", False, 2, "2 more like it"),
    ]
    shown = run_main("course", "show", path).out
    assert "      2 of 3  first 5 (hidden, 2 more like it)\n" in shown


def without_the_last_row(student: str, passed: int, faults: int = 0) -> Report:
    """Return a report with the table, as it was before its last row was added if it is Ada's."""
    report = with_a_table(student, passed, faults)
    part = report.parts[0]
    tests = tuple(test for test in part.tests if student != "ada" or test.says != "first 6")
    return replace(report, parts=(replace(part, tests=tests), *report.parts[1:]))


def test_a_failing_row_counts_its_own_students(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not those of another row, which fewer students may have: 2 of 3 fail it, not 2 of 2."""
    monkeypatch.setattr(stub, "stub_report", without_the_last_row)
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "0", "bob": "0", "cy": "7"})
    with opened_results(path) as results:
        found = {test.says: test for test in find_failing_tests(results, 20)}
    test = found["first 0"]
    assert (test.failed, test.students, test.others) == (2, 3, "3 more like it")
