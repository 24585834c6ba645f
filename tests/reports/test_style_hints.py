"""Style hints for the person who marks by hand, from files that are not run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.reports import style_hints
from tests.conftest import run_autograder

FILE = '''\
"""A module."""


class Board:
    """A board; its constructor and what is inside of functions do not count."""

    def __init__(self): ...

    def area(self):
        def inside(): ...
'''


def test_without_ruff_only_docstrings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert style_hints.advise({"a.py": FILE}) == "docstrings: 2 of 3"


def test_instructors_get_hints_if_the_assignment_asks_for_them(tiny: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(tiny, kit)
    toml = kit / "autograder/assignments/double/assignment.toml"
    toml.write_text(toml.read_text("utf-8") + "advice = true\n", "utf-8")
    submission = kit / "reference/double"
    told = "By hand: style __ / 10\n  docstrings: 1 of 2; ruff: 0 findings\n"
    assert told in run_autograder("grade", "double", submission, "--kit", kit).out
    for ran in (
        run_autograder("grade", "double", submission, "--kit", kit, "--audience", "student"),
        run_autograder("check", "double", submission, "--kit", kit),
        run_autograder("grade", "double", submission, "--kit", tiny),
    ):
        assert "By hand: style __ / 10\n" in ran.out
        assert "docstrings:" not in ran.out
