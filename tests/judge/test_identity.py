"""An `is` where `==` is meant is named when an answer is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.sources import Sources
from autograder.judge.wrong_values import Answer, diagnose_value

SAME = "asks whether it is the same object: is"
LINES = {
    "numbers": ("return total is goal", f"`total is goal` (own.py, line 2) {SAME} `==` meant?"),
    "a string": (
        "return goal is not 'add'",
        f"`goal is not 'add'` (own.py, line 2) {SAME} `!=` meant?",
    ),
    "of a helper, with a string": (
        "return helper(goal)\n\n\ndef helper(goal):\n    return goal is 'add'",
        f"`goal is 'add'` (own.py, line 6) {SAME} `==` meant?",
    ),
    "of a helper, perhaps of objects": (
        "return helper(goal)\n\n\ndef helper(goal):\n    return goal is total",
        "",
    ),
    "None": ("return goal is None or total is not False", ""),
    "a type": ("return type(goal) is int or goal is Posn", ""),
    "two types": ("return type(goal) is type(total)", ""),
    "two classes": ("return goal.__class__ is total.__class__", ""),
    "a member of an enumeration": ("return goal is Sign.ADD or goal is kit.Sign.ADD", ""),
    "a constant": ("return goal is not _UNSET", ""),
    "self": ("return total is not self", ""),
    "an attribute": (
        "return goal.sum is total",
        f"`goal.sum is total` (own.py, line 2) {SAME} `==` meant?",
    ),
    "equal": ("return total == goal", ""),
}


@pytest.mark.parametrize(("line", "says"), LINES.values(), ids=LINES)
def test_is(tmp_path: Path, line: str, says: str) -> None:
    source = f"def check(total, goal):\n    {line}\n"
    (tmp_path / "own.py").write_text(source, encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    expected = f"check gave the wrong answer; {says}" if says else ""
    assert diagnose_value(Answer("check", False, True), sources) == expected


def test_a_mistake_that_the_value_shows_comes_first(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def check(a, b):\n    return str(a is b)\n", "utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    found = diagnose_value(Answer("check", "True", True), sources)
    assert found == "check returned a string instead of True or False"


def test_long_files_are_not_searched(tmp_path: Path) -> None:
    source = "def check(a, b):\n    return a is b\n" + "\n" * 50_000
    (tmp_path / "own.py").write_text(source, encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    assert diagnose_value(Answer("check", False, True), sources) == ""
