"""The results.json of Gradescope: points, hidden tests, faults."""

from __future__ import annotations

from typing import Any

import pytest

from autograder.report import ByHand, Detail, Kind, Outcome, PartResult, Report, TestResult
from autograder.reports.gradescope import as_grader_fault, as_refusal, as_results

SECRET = "4711"


def result(outcome: Outcome = Outcome.PASS, *, hidden: bool = False) -> TestResult:
    row = SECRET if hidden else "7"
    detail = (
        None
        if outcome is Outcome.PASS
        else Detail(Kind.RETURNED, fact=f"wrong for {row}", call=f"double({row})")
    )
    return TestResult(f"test_double[{row}]", f"double works: {row}", outcome, hidden, 0.5, detail)


def report_of(*parts: PartResult, problems: tuple[str, ...] = ()) -> Report:
    by_hand = (ByHand("style", 10, "short functions", "0 docstrings"),)
    return Report("double", "s", parts, by_hand, problems, {"files": "landlock"})


RIGHT, WRONG, FAULT = Outcome.PASS, Outcome.WRONG, Outcome.GRADER_ERROR
MIXED = PartResult(
    "double",
    "(a) double",
    10,
    (
        result(),
        result(WRONG),
        result(hidden=True),
        result(hidden=True),
        result(WRONG, hidden=True),
        result(WRONG, hidden=True),
        result(hidden=True),
    ),
    hint="Add it to itself.",
)


def test_part_and_its_hidden_tests() -> None:
    [public, hidden] = as_results(report_of(MIXED), "after_due_date")["tests"]
    assert public == {
        "number": "1",
        "name": "(a) double",
        "score": 1.43,
        "max_score": 2.86,
        "status": "failed",
        "output": "1 of 2 tests\n  ✗ double works: 7: wrong\n      wrong for 7\n"
        "        call      double(7)\n  Hint: Add it to itself.\n\n",
        "visibility": "visible",
    }
    assert hidden == {
        "number": "1.1",
        "name": "(a) double: hidden tests",
        "score": 4.28,
        "max_score": 7.14,
        "status": "failed",
        "output": "3 of 5 tests\n  ✗ double works (hidden): wrong, 2 times\n"
        "  Hint: Add it to itself.\n\n",
        "visibility": "after_due_date",
    }


@pytest.mark.parametrize("points", [1, 7, 9, 12.5, 100])
@pytest.mark.parametrize("all_or_nothing", [False, True])
def test_points_add_up(points: float, all_or_nothing: bool) -> None:
    outcomes = (RIGHT, WRONG, FAULT)
    for total in range(1, 5):
        for split in range(total + 1):
            for first in outcomes:
                tests = tuple(
                    result(first if i % 2 else RIGHT, hidden=i >= split) for i in range(total)
                )
                part = PartResult("p", "", points, tests, all_or_nothing)
                entries = as_results(report_of(part), "hidden")["tests"]
                assert round(sum(each["score"] for each in entries), 2) == part.earned
                assert round(sum(each["max_score"] for each in entries), 2) == points
                assert all(each["score"] >= 0 for each in entries)
                for number in (each[key] for each in entries for key in ("score", "max_score")):
                    assert len(f"{number!r}".partition(".")[2]) <= 2


@pytest.mark.parametrize("visibility", ["hidden", "visible"])
def test_only_the_sentence_of_a_hidden_test_is_shown(visibility: str) -> None:
    """Also if the instructor hides them: what students may see one day must not depend on it."""
    fault = PartResult("f", "", 10, (result(FAULT, hidden=True),))
    assert SECRET not in str(as_results(report_of(MIXED, fault), visibility))


def test_remarks_for_students() -> None:
    part = PartResult("f", "", 10, (result(FAULT),))
    results = as_results(report_of(part, problems=("double.py is missing",)), "hidden")
    assert results["output"].splitlines() == [
        "double.py is missing",
        "By hand: style, 10 points (short functions)",
        "The grader itself failed on these tests. They cost no marks; tell your instructor.",
        "double works",
    ]
    assert results["tests"][0]["score"] == 10
    assert results["stdout_visibility"] == "hidden"


def test_grader_fault_has_no_score() -> None:
    fault: dict[str, Any] = as_grader_fault()
    assert not {"score", "tests"} & set(fault)
    assert "not your submission" in fault["output"]
    assert as_refusal("nothing there")["score"] == 0
