"""What a class has scored, the tests that fail most, and the misconceptions behind them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.course.results import opened_results
from autograder.course.statistics import (
    find_failing_tests,
    student_lines,
)
from autograder.report import Detail, PartResult, Report
from autograder.reports.misconceptions import MISCONCEPTIONS, pattern_of
from tests.cli.in_process import run_main
from tests.conftest import copy_kit
from tests.course import stub
from tests.course.stub import run_stub

SAYS = "A blank <cell> counts as used."


def first_part(passed: int) -> PartResult:
    """Return the first part of the stub, where each failing test has an answer."""
    part = stub_report("ada", passed).parts[0]
    tests = (
        test if test.outcome == "pass" else replace(test, detail=Detail("wrong", returned="3"))
        for test in part.tests
    )
    return replace(part, tests=tuple(tests))


stub_report = stub.stub_report


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A kit that knows what fails when 5 of 10 tests pass: 6 and 8 are public."""
    kit = copy_kit("double", tmp_path / "kit")
    folder = load("double", kit).folder
    pattern = pattern_of(first_part(5))
    (folder / MISCONCEPTIONS).write_text(f'[first]\n{pattern} = "{SAYS}"\n')
    return kit


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    def with_answers(student: str, passed: int, faults: int = 0) -> object:
        report = stub_report(student, passed, faults)
        return replace(report, parts=(first_part(passed), *report.parts[1:]))

    monkeypatch.setattr(stub, "stub_report", with_answers)
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", "bob": "5", "cy+di": "5", "ed": "4", "eve": ""})
    with opened_results(path, writing=True) as results:
        results.connection.execute("UPDATE course SET assignment = 'double'")
    return path


def test_they_are_shown_behind_the_failing_tests(path: Path, kit: Path, tmp_path: Path) -> None:
    shown = run_main("course", "show", path, "--kit", kit).out
    assert shown.splitlines()[-2:] == [
        "Misconceptions: the answers of a known wrong solution",
        f"      3  first: {SAYS}",
    ]
    assert "Misconceptions" not in run_main("course", "show", path).out
    run_main("course", "report", path, "--to", tmp_path / "report", "--kit", kit)
    page = (tmp_path / "report/index.html").read_text(encoding="utf-8")
    says = SAYS.replace("<", "&lt;").replace(">", "&gt;")
    assert page.count(f"3 of them: <bdi>{says}</bdi>") == 5
    assert f'<th scope="row"><bdi>{says}</bdi></th><td>3: <a href="students/bob.html">' in page
    assert "<cell>" not in page
    report = (tmp_path / "report/students/bob.html").read_text(encoding="utf-8")
    assert "<h1>Doubling</h1>" in report


def with_a_table(student: str, passed: int, faults: int = 0) -> Report:
    """Return a report whose first eight tests are four rows of each of two; Ada lacks the last."""
    report = stub_report(student, passed, faults)
    part = report.parts[0]
    tests = tuple(
        replace(test, name=f"test_table[{n}]") if n < 8 else test
        for n, test in enumerate(part.tests)
        if student != "ada" or n != 6
    )
    return replace(report, parts=(replace(part, tests=tests), *report.parts[1:]))


def test_rows_of_a_table_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row counts the students that have it."""
    monkeypatch.setattr(stub, "stub_report", with_a_table)
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "2", "bob": "5", "cy": "9"})
    with opened_results(path) as results:
        found = find_failing_tests(results, 20)
        assert len(find_failing_tests(results, 1)) == 1
    shown = [(each.says, each.hidden, each.failed, each.students, each.others) for each in found]
    assert shown == [
        ("first 9", True, 3, 3, ""),
        ("first 5", True, 2, 3, "2 more like it"),
        ("first 8", False, 2, 3, ""),
        ("first 6", False, 1, 2, "2 more like it"),
    ]
    assert (
        "      2 of 3  first 5 (hidden, 2 more like it)\n" in run_main("course", "show", path).out
    )


def test_what_is_known_of_a_student(tmp_path: Path) -> None:
    """Of a group's members, each has the remarks on what was handed in."""
    path = tmp_path / "results.sqlite"
    notes = ["online text is not graded", "\033[1m"]
    run_stub(path, {"ada+bob": "5 1"}, submitted="2027-01-16", late=True, notes=notes)
    with opened_results(path) as results:
        lines = student_lines(results, "bob")
    assert lines[:6] == [
        "bob  Name of bob  fault in tests  2027-01-16",
        "late, as the platform has marked it",
        "online text is not graded",
        "\\x1b[1m",
        "a fault",
        "",
    ]
    assert lines[6].startswith("stub: ")
