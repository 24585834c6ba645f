"""A student's own tests that tell wrong functions from correct ones without calling them.

A suite can read what the code does, but nothing else differs. An attack is a file suites/NAME.py,
handed in as funcs_tests.py. Its docstring says what it looks for, and what it earned of 10 points
when that was still to be found, and earns now. With the right names, tests that pass and call
anything have 4 of 33 tests: 1.21; those that tell the public wrong functions apart, 5: 1.52.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.judge.grading import grade
from autograder.judge.request import ChosenTests, GradingRequest
from tests.attacks.observe import stated_outcomes

SUITES = sorted((Path(__file__).parent / "suites").glob("*.py"))


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.stem)
def test_catches_nothing(suite: Path, tmp_path: Path) -> None:
    assignment = load("calcudoku")
    for file in assignment.files:
        shutil.copyfile(assignment.reference / file, tmp_path / file)
    shutil.copyfile(suite, tmp_path / "funcs_tests.py")
    part = assignment.part("funcs_tests")
    report = grade(ChosenTests(assignment, [part]), GradingRequest(tmp_path))
    assert report.grader_errors == []
    now = float(stated_outcomes(suite)["now"])
    assert report.score == pytest.approx(now, abs=0.01), report.parts[0].tests[-1].detail
