"""`check --hint` gives hints by number."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.cli import hints
from autograder.report import Detail, Kind, Outcome, PartResult, TestResult
from tests.conftest import DOUBLE, copy_kit, run_autograder


def test_hints_by_number(tmp_path: Path) -> None:
    """Each run says how many there are, and how to get the next one."""
    kit = copy_kit("double", tmp_path / "kit")
    toml = kit / "autograder/assignments/double/assignment.toml"
    own = 'hints = ["Look at the docstring.", "Twice."]'
    toml.write_text(toml.read_text().replace('hint = "Twice."', own))
    run_autograder("expected", "--kit", kit)
    work = tmp_path / "work"
    work.mkdir()
    (work / "double.py").write_text(DOUBLE.replace("2 * number", "number"))
    again = f"autograder check --kit {kit} --hint 2"
    first = "Hint 1 of 2: Look at the docstring.\n"
    advice = "That was the last hint. If you are stuck, show this to your instructor.\n"

    def printed(*options: str) -> str:
        return run_autograder("check", "--kit", kit, *options, cwd=work).out

    for options in (["--hint"], ["--hint", "1"]):
        assert f"\n  {first}  For the next one: {again}\n" in printed(*options)
    assert f"  {first}  Hint 2 of 2: Twice.\n  {advice}" in printed("--hint", "2")
    part = ("--part", "double", "--hint")
    assert f"{first}For the next one: {again} --part double\n" in printed(*part)
    assert "  Hint: " not in printed(*part)
    assert f"{first}Hint 2 of 2: Twice.\n{advice}" in printed(*part, "3")


TEST = TestResult("test_a", "a", Outcome.WRONG, False, 0, Detail(Kind.TEST, fact="wrong"))


def test_mistake_that_is_known_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assignment = load("double", copy_kit("double", tmp_path))
    part = PartResult("double", "double", 60, (TEST,))
    assert hints.hints_for(assignment, part) == ["Twice."]
    monkeypatch.setattr(hints, "misconception", lambda *_: "One is added.")
    assert hints.hints_for(assignment, part) == [f"{hints.SAME_ANSWERS}One is added.", "Twice."]


def test_parts_without_a_hint(tmp_path: Path) -> None:
    """A hint may be for a student whose other parts pass."""
    assignment = load("double", copy_kit("double", tmp_path))
    double = PartResult("double", "", 60, (TEST,))
    program = PartResult("program", "", 30, (TEST,), needs=("double",))
    lines = list(hints.hint_lines(assignment, program, [double, program], 1, str))
    assert lines == ["program needs double: start there."]
    assert list(hints.hint_lines(assignment, program, (), 1, str)) == [
        "There is no hint for program."
    ]
