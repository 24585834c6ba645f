"""`check --hint` gives one hint more each time."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.cli import hint_memory, hints
from autograder.cli.hint_memory import MAX_FOLDERS, cache_folder, next_hint
from autograder.cli.own_work import OwnWork
from autograder.report import Detail, Outcome, PartResult, TestResult
from tests.conftest import DOUBLE, copy_kit, run_autograder


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path / "cache/cagework/hints.json"


def test_one_hint_more_each_time(tmp_path: Path) -> None:
    kit = copy_kit("double", tmp_path / "kit")
    toml = kit / "autograder/assignments/double/assignment.toml"
    hints = 'hints = ["Look at the docstring.", "Twice."]'
    toml.write_text(toml.read_text().replace('hint = "Twice."', hints))
    for command in ("starter", "expected"):
        run_autograder(command, "--kit", kit)
    work = tmp_path / "work"
    work.mkdir()
    (work / "double.py").write_text(DOUBLE.replace("2 * number", "number"))
    arguments = "check", "--hint", "--kit", kit
    first = run_autograder(*arguments, cwd=work)
    assert "  Hint 1 of 2: Look at the docstring.\n" in first.out
    assert "Twice." not in first.out
    assert first.status == 1
    again = run_autograder(*arguments, "--part", "double", cwd=work).out
    assert "Hint 1 of 2: Look at the docstring.\nHint 2 of 2: Twice.\nThat was the last" in again
    assert "Hint 2 of 2" in run_autograder(*arguments, cwd=work).out
    plain = run_autograder("check", "--kit", kit, cwd=work).out
    assert f"autograder check --kit {kit} --hint\n" in plain


class TestOfTheMemory:
    def test_each_part_of_each_folder_counts_on_its_own(self, tmp_path: Path) -> None:
        one, other = tmp_path / "one", tmp_path / "other"
        assert [next_hint(one, "a", 2, ()) for _ in range(3)] == [1, 2, 2]
        assert [next_hint(other, "a", 2, ()), next_hint(one, "b", 2, ())] == [1, 1]

    def test_hints_of_a_part_that_has_passed_restart(self, tmp_path: Path) -> None:
        assert [next_hint(tmp_path, "a", 3, ()) for _ in range(2)] == [1, 2]
        next_hint(tmp_path, "b", 3, {"a"})
        assert next_hint(tmp_path, "a", 3, ()) == 1

    @pytest.mark.parametrize("text", ["", "[]", "3", '{"a": 1}', '{"a": {"b": "c"}}', "\0"])
    def test_damaged_file(self, cache: Path, tmp_path: Path, text: str) -> None:
        cache.parent.mkdir(parents=True)
        cache.write_text(text)
        assert next_hint(tmp_path, "a", 2, ()) == 1
        assert next_hint(tmp_path, "a", 2, ()) == 2

    def test_folder_that_cannot_be_written(self, cache: Path, tmp_path: Path) -> None:
        cache.parent.parent.write_text("a file")
        assert [next_hint(tmp_path, "a", 2, ()) for _ in range(2)] == [1, 1]

    def test_user_without_a_home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """No folder with the name `~` is made in the student's."""
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setattr(os.path, "expanduser", str)
        monkeypatch.chdir(tmp_path)
        assert [next_hint(tmp_path, "a", 2, ()) for _ in range(2)] == [1, 1]
        assert list(tmp_path.iterdir()) == []

    def test_only_the_latest_folders_are_kept(self, cache: Path, tmp_path: Path) -> None:
        for number in range(MAX_FOLDERS + 3):
            next_hint(tmp_path / str(number), "a", 2, ())
        kept = json.loads(cache.read_text())
        assert len(kept) == MAX_FOLDERS
        assert next_hint(tmp_path / str(MAX_FOLDERS), "a", 2, ()) == 2
        assert next_hint(tmp_path / "0", "a", 2, ()) == 1

    def test_folders_of_the_systems(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
        monkeypatch.delenv("XDG_CACHE_HOME")
        folders = []
        for system in ("linux", "darwin", "win32"):
            monkeypatch.setattr(sys, "platform", system)
            folders.append(cache_folder().relative_to(tmp_path).as_posix())
        assert folders == [".cache/cagework", "Library/Caches/cagework", "Local/cagework"]


def test_mistake_that_is_known_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = OwnWork(load("double", copy_kit("double", tmp_path)), tmp_path)
    test = TestResult("test_a", "a", Outcome.WRONG, False, 0, Detail("wrong"))
    part = PartResult("double", "double", 60, (test,))
    assert hints.hints_for(work, part) == ["Twice."]
    monkeypatch.setattr(hints, "misconception", lambda *_: "One is added.")
    found = hints.hints_for(work, part)
    assert found == [f"{hints.SAME_ANSWERS}One is added.", "Twice."]


def test_part_without_hints(tmp_path: Path) -> None:
    work = OwnWork(load("double", copy_kit("double", tmp_path)), tmp_path)
    part = PartResult("program", "", 30, ())
    assert list(hints.hint_lines(work, part, ())) == ["There is no hint for program."]
    assert not (hint_memory.cache_folder() / "hints.json").exists()


def test_part_that_needs_a_failing_one_has_no_hint(tmp_path: Path) -> None:
    """The hint may be for a student whose other parts pass."""
    work = OwnWork(load("double", copy_kit("double", tmp_path)), tmp_path)
    test = TestResult("test_a", "a", Outcome.WRONG, False, 0, Detail("wrong"))
    double = PartResult("double", "", 60, (test,))
    program = PartResult("program", "", 30, (test,), needs=("double",))
    lines = list(hints.hint_lines(work, program, [double, program]))
    assert lines == ["program needs double: start there."]
