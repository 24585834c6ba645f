"""A student's own tests that look for words about the functions instead of calling them.

A suite can read what the code does, but not what its author said about it. An attack is a file
suites/NAME.py, handed in as funcs_tests.py. Its docstring says what it looks for, and what it
earned of 10 points when that was still to be found.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.judge.grading import grade
from autograder.judge.request import ChosenTests, GradingRequest

SUITES = sorted((Path(__file__).parent / "suites").glob("*.py"))
FREE = 10 * 5 / 33
"""The points for tests that have the right names and pass."""


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.stem)
def test_catches_nothing(suite: Path, tmp_path: Path) -> None:
    assignment = load("calcudoku")
    for file in assignment.files:
        shutil.copyfile(assignment.reference / file, tmp_path / file)
    shutil.copyfile(suite, tmp_path / "funcs_tests.py")
    part = assignment.part("funcs_tests")
    report = grade(ChosenTests(assignment, [part]), GradingRequest(tmp_path))
    assert report.grader_errors == []
    assert report.score == pytest.approx(FREE, abs=0.01), report.parts[0].tests[-1].detail
