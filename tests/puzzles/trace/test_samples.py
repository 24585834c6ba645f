"""Every sample of every assignment can be played, and ends as the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.puzzles.formats import FormatError
from autograder.puzzles.trace import methods
from autograder.puzzles.trace.sentences import NO_SOLUTION
from tests.conftest import ROOT
from tests.puzzles.trace.traced import board_in, traced_file

SAMPLES = sorted(ROOT.glob("inputs/*/sample/*.in"))
NO_PUZZLE = ("No Puzzle...\n", "Not Ready to Solve...\n")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_samples_can_be_played(path: Path) -> None:
    """Except those that the program rejects as no puzzle."""
    expected = ROOT / "expected" / path.relative_to(ROOT / "inputs").with_suffix(".out")
    printed = expected.read_text(encoding="utf-8")
    if printed in NO_PUZZLE:
        with pytest.raises(FormatError):
            board_in(path)
        return
    traced = traced_file(path, 150_000)
    if printed.startswith("No Solution"):
        assert NO_SOLUTION in traced.steps[-1].sentence
        assert traced.solution is None
        return
    assert traced.solution is not None
    rows = re.findall(r"^[1-9 ]+$", printed, re.MULTILINE)
    grid = tuple(tuple(map(int, row.replace(" ", ""))) for row in rows)
    assert traced.solution == grid


def test_every_assignment_has_a_method() -> None:
    assert list(methods()) == sorted({path.parts[-3] for path in SAMPLES})
