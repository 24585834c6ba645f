"""The part to begin with, where tests of a part also call what needs it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.report import Detail
from autograder.reports.next_step import next_step
from tests.reports.test_brief import P, W, part


@pytest.mark.parametrize(
    ("fails_in", "first", "waiting"),
    [
        ({"load": "print", "print": "print", "solve": "print"}, "print", ["load", "solve"]),
        ({"print": "solve", "solve": "solve"}, "solve", ["print"]),
        ({"print": "solve", "solve": "print"}, "print", ["solve"]),
        ({"print": "load"}, "print", []),
    ],
    ids=["print is wrong", "solve is wrong", "each blames the other", "load passes"],
)
def test_failures_in_a_call_of_another_part(
    fails_in: dict[str, str], first: str, waiting: list[str]
) -> None:
    """Tests of `load` and of `solve` look at what `print` returns, and its tests call both."""
    needs = {"load": (), "solve": ("load", "print"), "print": ("load",)}
    parts = []
    for name, needed in needs.items():
        outcomes = (P, W) if name in fails_in else (P,)
        made = part(name, *outcomes, needs=needed)
        message = f"{fails_in.get(name)} gave the wrong answer"
        tests = [replace(t, detail=t.detail and Detail(message)) for t in made.tests]
        parts.append(replace(made, tests=tuple(tests)))
    step = next_step(parts)
    assert step
    assert (step.part.name, [part.name for part in step.waiting]) == (first, waiting)
