"""Functions that keep something between calls, which only a second call in one program shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.judge.grading import grade
from autograder.judge.repeated_calls import WHY, RepeatedCalls
from autograder.judge.request import ChosenTests, GradingRequest
from tests.judge.own_kit import write_kit, write_one_part

TESTS = """\
from own import kept


def test_one():
    assert kept(1) == 1


def test_two():
    assert kept(2) == 2


def test_third():
    assert kept(3) == RIGHT
"""
IN_DEFAULT = "def kept(n, found=[]):\n    found.append(n)\n    return sum(found)\n"
SOURCES = {
    "in a default value": (
        IN_DEFAULT,
        f"kept(2) returned 2, but 3 after earlier calls of kept: {WHY}",
    ),
    "at random": ("import random\ndef kept(n):\n    return random.random()\n", ""),
    "for speed": ("import functools\n@functools.cache\ndef kept(n):\n    return n\n", ""),
}


def problems(folder: Path, own: str, *, right: int = 0, hidden: str = "") -> tuple[str, ...]:
    others = {"autograder/assignments/own/hidden/test_own.py": hidden} if hidden else {}
    tests = TESTS.replace("RIGHT", str(right))
    kit = write_one_part(folder / "kit", tests, "def kept(n):\n    return n\n", others=others)
    box = write_kit(folder / "box", {"own.py": own})
    report = grade(ChosenTests(load("own", kit), confined=False), GradingRequest(box))
    assert report.grader_errors == []
    return report.problems


@pytest.mark.parametrize(("own", "remark"), SOURCES.values(), ids=SOURCES)
def test_remark_where_a_test_fails(tmp_path: Path, own: str, remark: str) -> None:
    assert problems(tmp_path, own) == ((remark,) if remark else ())


def test_no_remark_where_all_tests_pass(tmp_path: Path) -> None:
    """The hidden tests have to show it."""
    assert problems(tmp_path, IN_DEFAULT, right=3) == ()


def test_calls_are_repeated_before_hidden_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a submission could save what a hidden test asked, and return it here."""
    seen: list[str] = []

    def repeat(plugin: RepeatedCalls) -> None:
        seen.extend(plugin.judge.verdicts)

    monkeypatch.setattr(RepeatedCalls, "repeat", repeat)
    problems(tmp_path, IN_DEFAULT, hidden=TESTS.replace("RIGHT", "0"))
    assert len(seen) == 3
    assert not any("hidden" in name for name in seen)
