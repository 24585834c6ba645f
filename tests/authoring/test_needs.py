"""The parts that a part needs, found by reading the reference and the tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load, names
from autograder.authoring.needs import needs_found, with_needs
from autograder.judge.python_source import reachable
from tests.conftest import ROOT, copy_kit

TOML = """\
title = "Steps"
files = ["steps.py"]

[[part]]
name = "first"
points = 20
file = "steps.py"

[[part]]
name = "second"
points = 30
file = "steps.py"

[[part]]
name = "third"
points = 50
file = "steps.py"
"""
REFERENCE = """\
def first(number):
    return number


def _helper(number):
    return first(number)


class Steps:
    def second(self):
        return _helper(print(1))

    def third(self):
        return self.second()
"""


@pytest.fixture
def steps(tmp_path: Path) -> Assignment:
    folder = tmp_path / "autograder/assignments/steps"
    (folder / "tests").mkdir(parents=True)
    for name in ("first", "second", "third"):
        (folder / f"tests/test_{name}.py").write_text("")
    (folder / "assignment.toml").write_text(TOML)
    (tmp_path / "reference/steps").mkdir(parents=True)
    (tmp_path / "reference/steps/steps.py").write_text(REFERENCE)
    return load("steps", tmp_path)


def test_calls_through_helpers_and_methods(steps: Assignment) -> None:
    assert needs_found(steps) == {"first": (), "second": ("first",), "third": ("second",)}


def test_needs_that_are_written_are_kept(steps: Assignment) -> None:
    filled = with_needs(steps)
    assert [part.needs for part in filled.parts] == [(), ("first",), ("second",)]
    written = replace(filled.parts[2], needs=())
    again = with_needs(replace(steps, parts=(*steps.parts[:2], written)))
    assert [part.needs for part in again.parts] == [(), ("first",), ()]


def test_program_needs_the_functions_that_it_calls(tmp_path: Path) -> None:
    double = load("double", copy_kit("double", tmp_path))
    assert needs_found(double) == {"double": (), "program": ("double",)}


@pytest.mark.parametrize("name", names(ROOT))
def test_needs_of_the_assignments(name: str) -> None:
    """They are written, for a student has no reference to find them in."""
    assignment = load(name)
    assert [part.name for part in assignment.parts if part.needs is None] == []
    written = {part.name: part.needs or () for part in assignment.parts}
    for part, called in needs_found(assignment).items():
        missing = {*called} - reachable(written, written[part])
        assert {other for other in missing if part not in reachable(written, [other])} == set()
