"""`check --hint` gives one hint more each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.cli import hints
from autograder.cli.hints import next_hint
from autograder.report import Detail, Kind, Outcome, PartResult, TestResult
from tests.conftest import DOUBLE, copy_kit, run_autograder


@pytest.fixture(autouse=True)
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("click.get_app_dir", lambda name: str(tmp_path / "home" / name))
    return tmp_path / "home/cagework/hints.json"


def test_one_hint_more_each_time(tmp_path: Path) -> None:
    kit = copy_kit("double", tmp_path / "kit")
    toml = kit / "autograder/assignments/double/assignment.toml"
    own = 'hints = ["Look at the docstring.", "Twice."]'
    toml.write_text(toml.read_text().replace('hint = "Twice."', own))
    run_autograder("expected", "--kit", kit)
    work = tmp_path / "work"
    work.mkdir()
    (work / "double.py").write_text(DOUBLE.replace("2 * number", "number"))
    arguments = "check", "--hint", "--kit", kit
    first = run_autograder(*arguments, cwd=work)
    assert "  Hint 1 of 2: Look at the docstring.\n" in first.out
    assert "Twice." not in first.out
    again = run_autograder(*arguments, "--part", "double", cwd=work).out
    assert "Hint 1 of 2: Look at the docstring.\nHint 2 of 2: Twice.\nThat was the last" in again


def test_each_part_of_each_folder_counts_on_its_own(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert [next_hint(one, "a", 2, set()) for _ in range(3)] == [1, 2, 2]
    assert [next_hint(other, "a", 2, set()), next_hint(one, "b", 2, set())] == [1, 1]
    assert next_hint(one, "b", 2, {"a"}) == 2
    assert next_hint(one, "a", 2, set()) == 1


@pytest.mark.parametrize("text", ["", "[]", '{"a": 1}'])
def test_damaged_memory(memory: Path, tmp_path: Path, text: str) -> None:
    memory.parent.mkdir(parents=True)
    memory.write_text(text)
    assert [next_hint(tmp_path, "a", 2, set()) for _ in range(2)] == [1, 2]


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
    lines = list(hints.hint_lines(assignment, tmp_path, program, [double, program]))
    assert lines == ["program needs double: start there."]
    assert list(hints.hint_lines(assignment, tmp_path, program, ())) == [
        "There is no hint for program."
    ]
