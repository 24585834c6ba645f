"""What every assignment of the kit has: enough cases, hidden tests, and hints."""

from __future__ import annotations

import pytest

from autograder.assignment import load, names
from tests.conftest import ROOT

each_assignment = pytest.mark.parametrize("name", names(ROOT))


@each_assignment
def test_cases(name: str) -> None:
    assignment = load(name)
    assert len(assignment.cases("sample")) >= 8
    assert len(assignment.cases("secret")) >= 16


@each_assignment
def test_every_part_has_hidden_tests_and_a_hint(name: str) -> None:
    assignment = load(name)
    for part in assignment.parts:
        assert (assignment.hidden_tests / f"test_{part.name}.py").is_file()
        assert part.hint


@each_assignment
def test_no_case_is_both_sample_and_secret(name: str) -> None:
    assignment = load(name)
    texts = [
        case.input.read_text(encoding="utf-8")
        for kind in ("sample", "secret")
        for case in assignment.cases(kind)
    ]
    assert len(set(texts)) == len(texts)


@each_assignment
def test_handout_lists_the_parts_and_their_points(name: str) -> None:
    handout = (ROOT / "handout" / f"{name}.md").read_text(encoding="utf-8")
    assignment = load(name)
    for part in assignment.parts:
        assert f"| `{part.name}` | {part.points:g} |" in handout
    for item in assignment.by_hand:
        assert f"| {item.name}, by hand | {item.points:g} |" in handout
