"""Functions that keep something between calls, which only a second call in one program shows."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment import Assignment, AssignmentError, load
from autograder.judge.invocation import Invocation, RecordedCall
from autograder.judge.repeated_calls import (
    WHY,
    RepeatedCalls,
    changed_value,
    is_same,
    suspects,
    values_of,
)
from autograder.judge.session import ChosenTests, GradingRequest, grade
from autograder.judge.sources import Sources
from autograder.judge.submission import Submission
from autograder.report import Outcome, Report
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.protocol import Request
from autograder.sandbox.values import Codec
from tests.authoring.sound_kit import change, put
from tests.conftest import DOUBLE, KITS, copy_kit

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
    return sum(found) * 10**100


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
    found = changed_value(submission, calls)
    assert (found.remark if found else "") == remark


def test_suspects_among_all_functions(submission: Submission) -> None:
    """Also what could not be called because another function ended the calls."""
    names = ("not_random", "remembered", "first_only", "printing")
    calls = [[recorded_call(submission, name, n) for n in (1, 2)] for name in names]
    found = [same[0].invocation.subject for same in suspects(submission, calls)]
    assert found == ["first_only"]
    calls = [[recorded_call(submission, "once", 1)], *calls]
    found = [same[0].invocation.subject for same in suspects(submission, calls)]
    assert found == ["once", *names]


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
    return graded(load("double", kit), folder, source).problems


def graded(assignment: Assignment, folder: Path, source: str) -> Report:
    box = shutil.copytree(assignment.reference, folder / "box", dirs_exist_ok=True)
    (box / "double.py").write_text(source, encoding="utf-8")
    secret = assignment.cases("secret")
    tests = ChosenTests(assignment, secret=secret, confined=False)
    report = grade(tests, GradingRequest(box))
    assert report.grader_errors == []
    return report


def test_remark_where_a_test_fails(tiny: Path, tmp_path: Path) -> None:
    """If all pass, the hidden tests have to show it."""
    assert problems(tiny, tmp_path, CALLED_TWICE) == (REMARK,)
    assert problems(tiny, tmp_path, KEPT) == ()
    assert problems(tiny, tmp_path, DOUBLE.replace("2 *", "3 *")) == ()


SEVERAL = """\
from double import double


def test_small():
    \"\"\"double doubles small numbers\"\"\"
    assert double(2) == 4


def test_none():
    \"\"\"double doubles 0\"\"\"
    assert double(0) == 0
"""
AFTER_OTHERS = f"double(0) returned 0, but 4 after other calls of double: {WHY}"


@pytest.fixture
def strict(tmp_path: Path) -> Assignment:
    """A kit in which functions that keep something between calls lose points."""
    copy_kit("double", tmp_path / "kit")
    folder = tmp_path / "kit/autograder/assignments/double"
    change(folder / "assignment.toml", "title", 'repeated_calls = "points"\ntitle')
    put(folder / "tests/test_double.py", SEVERAL)
    put(tmp_path / "kit/expected/double/sample/two.out", "4\n")
    put(tmp_path / "kit/expected/double/secret/ten.out", "20\n")
    return load("double", tmp_path / "kit")


def failures(report: Report) -> dict[str, str]:
    tests = [test for part in report.parts for test in part.tests]
    failed = [test for test in tests if test.outcome is not Outcome.PASS]
    assert {test.outcome for test in failed} <= {Outcome.WRONG}
    return {test.name: test.detail.message for test in failed if test.detail}


def test_points_where_the_assignment_says_so(strict: Assignment, tmp_path: Path) -> None:
    """The test whose call shows it fails, and no other; it is not also a remark."""
    report = graded(strict, tmp_path, KEPT)
    assert failures(report) == {"test_none": AFTER_OTHERS}
    assert report.problems == ()
    assert report.score == 30 + 60 * 2 / 3


def test_no_points_for_a_correct_function(strict: Assignment, tmp_path: Path) -> None:
    remembering = DOUBLE.replace("def double", "import functools\n@functools.cache\ndef double")
    for source in (DOUBLE, remembering):
        assert failures(graded(strict, tmp_path, source)) == {}


def test_remark_if_its_test_fails_anyway(strict: Assignment, tmp_path: Path) -> None:
    wrong = KEPT.replace("return 2 * sum(found)", "return 2 * sum(found) + (number == 0)")
    report = graded(strict, tmp_path, wrong)
    assert failures(report) == {"test_none": "double gave the wrong answer"}
    assert report.problems == (AFTER_OTHERS.replace("0, but 4", "1, but 5"),)


def test_other_value_of_the_key(strict: Assignment) -> None:
    settings = strict.folder / "assignment.toml"
    change(settings, '"points"', '"no"')
    with pytest.raises(AssignmentError) as raised:
        load("double", strict.kit)
    message = f"{settings}, line 1: repeated_calls has to be one of: remark, points"
    assert str(raised.value) == message


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
