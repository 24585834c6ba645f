"""The misconceptions behind failing tests: who gives the answers of a known wrong solution."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.course.class_misconceptions import behind_tests, find_misconceptions
from autograder.course.results import opened_results
from autograder.report import Detail, PartResult
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


def test_students_with_the_answers_of_a_wrong_solution(path: Path, kit: Path) -> None:
    with opened_results(path) as results:
        [one] = find_misconceptions(results, load("double", kit))
        assert find_misconceptions(results, None) == []
    assert (one.part, one.says, one.students) == ("first", SAYS, ["bob", "cy", "di"])
    hidden = {f"first/hidden/test_{number}": [(SAYS, 3)] for number in (5, 7, 9)}
    public = {f"first/public/test_{number}": [(SAYS, 3)] for number in (6, 8)}
    assert behind_tests([one]) == hidden | public


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


def test_pages_of_students_know_the_assignment_of_the_kit(
    path: Path, kit: Path, tmp_path: Path
) -> None:
    run_main("course", "report", path, "--to", tmp_path / "report", "--kit", kit)
    page = (tmp_path / "report/students/bob.html").read_text(encoding="utf-8")
    assert "<h1>Doubling</h1>" in page


def test_feedback_knows_the_assignment_of_the_kit_around_it(
    path: Path, kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kit)
    run_main("course", "feedback", path, "--to", tmp_path / "feedback")
    page = (tmp_path / "feedback/ada/feedback.html").read_text(encoding="utf-8")
    assert "<h1>Doubling</h1>" in page
