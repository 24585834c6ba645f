"""The assignments of this repository can be trusted: `autograder verify` finds nothing.

It grades the references, the starters, every wheat and every chaff.
"""

from __future__ import annotations

from collections import Counter

import pytest

from autograder.assignment import load, names
from autograder.judge.chaffs import part_caught_by
from tests.conftest import ROOT, run_autograder

each_assignment = pytest.mark.parametrize("name", names(ROOT))


@pytest.mark.long
@each_assignment
def test_nothing_is_found(name: str) -> None:
    ran = run_autograder("verify", name)
    assert (ran.status, ran.out, ran.err) == (0, f"{name}: no findings\n", "")


@each_assignment
def test_it_has_enough_of_everything(name: str) -> None:
    assignment = load(name)
    assert len(assignment.cases("sample")) >= 8
    assert len(assignment.cases("secret")) >= 16
    chaffs = sorted((assignment.folder / "chaffs").glob("*.py"))
    counts = Counter(part_caught_by(assignment, chaff).name for chaff in chaffs)
    for part in assignment.parts:
        assert counts[part.name] >= 3
        assert (assignment.hidden_tests / f"test_{part.name}.py").is_file()
        assert part.hint
