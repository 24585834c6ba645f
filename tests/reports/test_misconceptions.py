"""A mistake is known only by exactly the same wrong answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, load
from autograder.report import Detail, Kind, Outcome, PartResult, TestResult
from autograder.reports.misconceptions import MISCONCEPTIONS, misconception, pattern_of
from tests.conftest import copy_kit

P, W = Outcome.PASS, Outcome.WRONG


def part(*results: tuple[Outcome, str]) -> PartResult:
    tests = (
        TestResult(
            f"test_{i}",
            "",
            outcome,
            False,
            i,
            Detail(Kind.RETURNED, "f", "is wrong", returned=returned),
        )
        for i, (outcome, returned) in enumerate(results)
    )
    return PartResult("double", "", 10, tuple(tests))


SOME = part((P, ""), (W, "3"), (W, "4"))


def test_pattern_is_which_tests_fail_and_what_was_returned() -> None:
    assert pattern_of(SOME) == pattern_of(part((P, "1"), (W, "3"), (W, "4")))
    others = [
        part((W, "3"), (W, "3"), (W, "4")),
        part((P, ""), (W, "3"), (P, "4")),
        part((P, ""), (W, "3"), (W, "5")),
        part((W, "3"), (W, "4")),
    ]
    assert len({pattern_of(other) for other in [SOME, *others]}) == 5


def test_words_are_no_part_of_a_pattern() -> None:
    reworded = [
        replace(test, detail=replace(test.detail, fact="is other", cause="why", difference="says"))
        for test in SOME.tests
        if test.detail
    ]
    assert pattern_of(replace(SOME, tests=tuple(reworded))) == pattern_of(SOME)


@pytest.mark.parametrize("outcome", sorted(set(Outcome) - {Outcome.PASS, Outcome.WRONG}))
def test_no_pattern_where_a_test_ended_in_another_way(outcome: Outcome) -> None:
    assert pattern_of(part((W, "3"), (outcome, ""))) == ""


def test_hidden_tests_do_not_count() -> None:
    hidden = TestResult(
        "test_9", "", W, True, 0, Detail(Kind.RETURNED, "f", "is wrong", returned="9")
    )
    assert pattern_of(replace(SOME, tests=(*SOME.tests, hidden))) == pattern_of(SOME)


def test_misconception_of_a_part(tmp_path: Path) -> None:
    assignment = load("double", copy_kit("double", tmp_path))
    assert misconception(assignment, SOME) == ""
    path = assignment.folder / MISCONCEPTIONS
    path.write_text(f'[double]\n{pattern_of(SOME)} = "Adds."\n[other]\n')
    assert misconception(assignment, SOME) == "Adds."
    assert misconception(assignment, replace(SOME, name="other")) == ""
    assert misconception(assignment, part((P, ""))) == ""
    path.write_text("[double")
    with pytest.raises(AssignmentError, match=r"misconceptions\.toml: Expected "):
        misconception(assignment, SOME)
