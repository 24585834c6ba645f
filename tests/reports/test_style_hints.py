"""Style hints for the person who marks by hand, from files that are not run."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.intake.shortcomings import shortcomings
from autograder.reports import style_hints
from tests.conftest import KITS, run_autograder

FILE = '''\
class Board:
    """A board; its constructor and what is inside of functions do not count."""

    def __init__(self): ...

    def area(self):
        def inside(): ...


def shown(): ...


def test_area(): ...
'''


def test_counts_what_the_student_is_told_about() -> None:
    """Neither given functions nor tests count: their names say what they test."""
    assignment = replace(load("double", KITS / "double"), given=("a.py:shown",))
    files = {"a.py": FILE, "a_tests.py": "def helper(): ...\n"}
    assert style_hints.docstrings(files, assignment.given_names) == "docstrings added: 1 of 2"
    assert "a.py: no docstring in area (line 6)" in shortcomings(assignment, files)


@pytest.mark.parametrize(
    ("script", "seconds", "why"),
    [
        ("print('no JSON')", 60, "its output is not what this grader expects"),
        ("raise SystemExit('unknown rule\\nmore')", 60, "it ended with status 1: unknown rule"),
        ("import time; time.sleep(60)", 0.01, "it took more than 0.01 s"),
    ],
)
def test_ruff_that_fails(
    monkeypatch: pytest.MonkeyPatch, script: str, seconds: float, why: str
) -> None:
    monkeypatch.setattr(style_hints, "SECONDS", seconds)
    monkeypatch.setattr(style_hints, "RUFF", [sys.executable, "-c", script])
    advice = style_hints.advise({"a.py": FILE}, set())
    assert advice == f"docstrings added: 1 of 3; ruff counted nothing: {why}"


def test_without_ruff_only_docstrings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    advice = style_hints.advise({"a.py": FILE}, set())
    assert advice == "docstrings added: 1 of 3; ruff counted nothing: it is not installed"


def test_files_that_are_not_parsed_are_named() -> None:
    files = {"a.py": "def f(:\n", "b.py": "#" * 200_001, "c.py": "def f(): ...\n"}
    assert style_hints.advise(files, set()) == (
        "docstrings added: 0 of 1; ruff: 0 findings; "
        "not counted, as not Python or too long: a.py, b.py"
    )


def test_instructors_get_hints_if_the_assignment_asks_for_them(tiny: Path, tmp_path: Path) -> None:
    """A docstring of the starter's is not counted: the student only kept it."""
    kit = tmp_path / "kit"
    shutil.copytree(tiny, kit)
    toml = kit / "autograder/assignments/double/assignment.toml"
    toml.write_text(toml.read_text("utf-8") + "advice = true\n", "utf-8")
    submission = tmp_path / "double.py"
    right = (kit / "reference/double/double.py").read_text("utf-8")
    submission.write_text(f"{right}\n\ndef half(number: int) -> int:\n    return number // 2\n")
    shown = "By hand: style __ / 10\n  docstrings added: 0 of 1; ruff: 0 findings\n"
    assert shown in run_autograder("grade", "double", submission, "--kit", kit).out
    for ran in (
        run_autograder("grade", "double", submission, "--kit", kit, "--audience", "student"),
        run_autograder("check", "double", submission, "--kit", kit),
        run_autograder("grade", "double", submission, "--kit", tiny),
    ):
        assert "By hand: style __ / 10\n" in ran.out
        assert "docstrings added:" not in ran.out


def test_check_counts_tests_where_they_are_marked(tiny: Path, tmp_path: Path) -> None:
    """In a file of their own or at the end of the program; those of the starter do not count."""
    kit, work = tmp_path / "kit", tmp_path / "work"
    shutil.copytree(tiny, kit)
    toml = kit / "autograder/assignments/double/assignment.toml"
    toml.write_text(toml.read_text("utf-8") + 'says = "tests of your own"\n', "utf-8")
    shutil.copytree(kit / "reference/double", work)
    heading = "By hand: style __ / 10  (tests of your own)\n"
    ran = run_autograder("check", "double", work, "--kit", kit)
    assert f"{heading}  tests of your own: 0\n" in ran.out
    test = "def test_{}() -> None:\n    assert double({}) == {}\n"
    own = "from double import double\n\n\n" + test.format("one", 1, 2) + test.format("two", 2, 4)
    (work / "double_tests.py").write_text(own, "utf-8")
    with (work / "double.py").open("a", encoding="utf-8") as program:
        program.write(test.format("zero", 0, 0))
    ran = run_autograder("check", "double", work, "--kit", kit)
    assert f"{heading}  tests of your own: 3\n" in ran.out
