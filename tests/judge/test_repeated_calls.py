"""Functions that keep something between calls, which only a second call in one program shows."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.judge.calls import Invocation, RecordedCall
from autograder.judge.grading import grade
from autograder.judge.repeated_calls import (
    WHY,
    RepeatedCalls,
    changed_value,
    is_same,
    values_of,
)
from autograder.judge.request import ChosenTests, GradingRequest
from autograder.judge.sources import Sources
from autograder.judge.submission import Submission
from autograder.sandbox.messages import Request
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.values import Codec
from tests.conftest import DOUBLE, KITS

SOURCE = """\
import functools
import random

kept = []


def in_default(number, found=[]):
    found.append(number)
    return list(found)


def first_only(number):
    kept.append(number)
    return kept[0]


def long(number, found=[]):
    found.append(number)
    return 10**200 + sum(found) * 10**100


def not_random(number):
    return number


def at_random(number):
    return random.random()


@functools.cache
def remembered(number):
    return [number]


def printing(number):
    kept.append(number)
    print(len(kept))


def once(number):
    if kept:
        raise ValueError
    kept.append(number)
    return number
"""


@pytest.fixture(scope="module")
def submission(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Submission]:
    box = tmp_path_factory.mktemp("box")
    (box / "double.py").write_text(SOURCE, encoding="utf-8")
    assignment = load("double", KITS / "double")
    with Sandbox(box, required=False) as sandbox:
        sources = Sources.of(box, assignment.files, assignment.provided)
        yield Submission(assignment, sandbox, sources)


def recorded_call(submission: Submission, function: str, number: int) -> RecordedCall:
    """Make a call in a fresh worker, as a test does."""
    request = Request.of(
        "apply",
        1.0,
        operation="call",
        target={"$": "ref", "v": function, "t": "double"},
        kept=[],
        first=0,
        updates={},
        arguments=[number],
        keywords=[],
        stdin=None,
        replaced=Codec().encode({}),
        may_change=False,
        copies=False,
    )
    invocation = Invocation(function, f"{function}({number})")
    call = RecordedCall("double.py", invocation, request, None)
    return replace(call, value=values_of(submission, [call])[0])


REMARKS = {
    "in_default": f"in_default(2) returned [2], but [2, 2] when called again: {WHY}",
    "first_only": f"first_only(2) returned 2, but 1 after other calls of first_only: {WHY}",
    "long": f"long(2) returned one value, but another when called again: {WHY}",
    "not_random": "",
    "at_random": "",
    "remembered": "",
    "printing": "",
    "once": "",
}


@pytest.mark.parametrize(("function", "remark"), REMARKS.items(), ids=REMARKS)
def test_remark(submission: Submission, function: str, remark: str) -> None:
    calls = [recorded_call(submission, function, number) for number in (1, 2)]
    assert changed_value(submission, calls) == remark


def test_values_that_cannot_be_compared_are_the_same() -> None:
    class Hostile:
        def __eq__(self, other: object) -> bool:
            raise RecursionError

        __hash__ = None  # type: ignore[assignment]

    assert is_same(Hostile(), 1)
    assert not is_same([1], [1, 1])


KEPT = DOUBLE.replace("(number):", "(number, found=[]):").replace(
    "return 2 * number", "found.append(number)\n    return 2 * sum(found)"
)
CALLED_TWICE = KEPT.replace("    print(", "    double(1)\n    print(")
REMARK = f"double(2) returned 4, but 8 when called again: {WHY}"


def problems(kit: Path, folder: Path, source: str) -> tuple[str, ...]:
    assignment = load("double", kit)
    box = shutil.copytree(assignment.reference, folder / "box", dirs_exist_ok=True)
    (box / "double.py").write_text(source, encoding="utf-8")
    secret = assignment.cases("secret")
    tests = ChosenTests(assignment, secret=secret, confined=False)
    report = grade(tests, GradingRequest(box))
    assert report.grader_errors == []
    return report.problems


def test_remark_where_a_test_fails(tiny: Path, tmp_path: Path) -> None:
    """If all pass, the hidden tests have to show it."""
    assert problems(tiny, tmp_path, CALLED_TWICE) == (REMARK,)
    assert problems(tiny, tmp_path, KEPT) == ()
    assert problems(tiny, tmp_path, DOUBLE.replace("2 *", "3 *")) == ()


def test_calls_are_repeated_before_hidden_tests(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a submission could save what a hidden test asked, and return it here."""
    seen: list[str] = []

    def repeat(plugin: RepeatedCalls) -> None:
        seen.extend(plugin.judge.verdicts)
        calls = [call for same in plugin.calls.values() for call in same]
        assert [call.invocation.call for call in calls] == ["double(2)"]

    monkeypatch.setattr(RepeatedCalls, "repeat", repeat)
    problems(tiny, tmp_path, DOUBLE)
    assert len(seen) == 2
    assert not any("hidden" in name for name in seen)
