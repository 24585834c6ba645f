"""Tests that would test nothing are refused before any test runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment import load, names
from autograder.judge.mistakes_in_tests import mistakes_in_tests
from tests.conftest import ROOT, copy_kit, run_autograder

TESTS = Path("autograder/assignments/functions/tests/test_functions.py")
ADD = "def test_add(student):\n    assert student.add(1, 2) == 3\n"
MISTAKES = {
    "unittest": (
        f"import unittest\nclass AddTest(unittest.TestCase):\n    pass\n{ADD}",
        "line 2: AddTest is a unittest.TestCase, which is not run",
    ),
    "unittest by name": (
        f"from unittest import TestCase\nclass TestAdd(TestCase):\n    pass\n{ADD}",
        "line 2: TestAdd is a unittest.TestCase, which is not run",
    ),
    "two tests of one name": (
        ADD + ADD,
        "line 3: this file has another test_add, on line 1, which is not run",
    ),
    "two methods of one name": (
        "class TestAdd:\n    def test_x(self): pass\n    def test_x(self): pass\n",
        "line 3: TestAdd has another test_x, on line 2, which is not run",
    ),
    "a comparison that is returned": (
        "def test_add(student):\n    if student:\n        return student.add(1, 2) == 3\n",
        "line 3: test_add returns a value; write assert instead of return",
    ),
}


@pytest.mark.parametrize(("source", "says"), MISTAKES.values(), ids=MISTAKES)
def test_mistake(tmp_path: Path, source: str, says: str) -> None:
    kit = copy_kit("functions", tmp_path)
    (kit / TESTS).write_text(source, encoding="utf-8")
    work = kit / "reference/functions"
    ran = run_autograder("grade", "functions", work, "--kit", kit, "--json", "-")
    assert (ran.status, ran.out) == (3, "")
    assert ran.err.endswith(f"{kit / TESTS}, {says}\n")


RIGHT = """\
def test_one(student):
    def helper():
        return 3
    key = lambda x: x
    if student:
        return
    return None
class TestA:
    def test_one(self): pass
class Helper:
    def one(self): return 1
def expected(): return 1
"""


def test_what_only_resembles_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(RIGHT)
    assert mistakes_in_tests(tmp_path / "test_x.py") == []


@pytest.mark.parametrize("name", names(ROOT))
def test_assignments_have_none(name: str) -> None:
    assignment = load(name)
    files = [*assignment.public_tests.glob("*.py"), *assignment.hidden_tests.glob("*.py")]
    assert [mistakes_in_tests(file) for file in files] == [[]] * len(files)
