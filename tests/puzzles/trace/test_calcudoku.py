"""The trace of brute force: as the program counts, and by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.puzzles import Cage, Puzzle, PuzzleError
from autograder.puzzles.trace import trace
from tests.conftest import ROOT
from tests.puzzles.trace.traced import NONE, PRODUCT, TWO, case_name, inputs, puzzle_in


@pytest.mark.parametrize("path", inputs("calcudoku"), ids=case_name)
def test_calcudoku_ends_as_the_program_does(path: Path) -> None:
    output = ROOT / "expected" / path.relative_to(ROOT / "inputs").with_suffix(".out")
    *rows, last = output.read_text(encoding="utf-8").splitlines()[1:]
    traced = trace(puzzle_in(path), "calcudoku", limit=100_000)
    checks, backtracks = traced.steps[-1].counts
    assert f"checks: {checks} backtracks: {backtracks}" == last
    assert traced.solution == tuple(tuple(map(int, row.split())) for row in rows)
    assert traced.total == 1 + checks + backtracks


def test_calcudoku_counts_of_the_specification() -> None:
    example = ROOT / "inputs" / "calcudoku" / "sample" / "example.in"
    assert trace(puzzle_in(example), "calcudoku").steps[-1].counts == (2265, 438)


def test_calcudoku_by_hand() -> None:
    steps = trace(TWO, "calcudoku").steps
    assert [(step.says, step.contents, step.looked, step.counts) for step in steps] == [
        ("The board is empty. Begin with (0, 0).", (0, 0, 0, 0), (), (0, 0)),
        ("(0, 0) = 1: valid; go on to (0, 1).", (2, 0, 0, 0), (), (1, 0)),
        ("(0, 1) = 1: row 0 holds a 1 already; try 2.", (2, 2, 0, 0), ((0, 0),), (2, 0)),
        ("(0, 1) = 2: valid; go on to (1, 0).", (2, 4, 0, 0), (), (3, 0)),
        ("(1, 0) = 1: column 0 holds a 1 already; try 2.", (2, 4, 2, 0), ((0, 0),), (4, 0)),
        ("(1, 0) = 2: valid; go on to (1, 1).", (2, 4, 4, 0), (), (5, 0)),
        ("(1, 1) = 1: valid; the puzzle is solved.", (2, 4, 4, 2), (), (6, 0)),
    ]
    assert [step.at for step in steps[:4]] == [(), ((0, 0),), ((0, 1),), ((0, 1),)]


def test_calcudoku_without_a_solution() -> None:
    last = trace(NONE, "calcudoku").steps[-5:]
    assert [(step.says, step.contents, step.counts) for step in last] == [
        (
            "(1, 0) = 2: the cage 1 at (1, 0) is full and adds up to 2; no number is left to try.",
            (2, 4, 4, 0),
            (5, 0),
        ),
        ("Back: the cell is empty again, and (0, 1) goes on from 2.", (2, 4, 0, 0), (5, 1)),
        ("Back: the cell is empty again, and (0, 0) goes on from 1.", (2, 0, 0, 0), (5, 2)),
        (
            "(0, 0) = 2: the cage 1 at (0, 0) is full and adds up to 2; no number is left to try.",
            (4, 0, 0, 0),
            (6, 2),
        ),
        (
            "Back: (0, 0) is empty again, and no cell comes before it: the puzzle has no solution.",
            (0, 0, 0, 0),
            (6, 3),
        ),
    ]


def test_calcudoku_gives_up_a_cage_that_reaches_its_sum_too_early() -> None:
    rest = ((0, 2), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2))
    puzzle = Puzzle(3, (Cage("+", 4, ((0, 0), (0, 1), (1, 0))), Cage("+", 14, rest)))
    [step] = [
        step for step in trace(puzzle, "calcudoku").steps if step.contents == (2, 8, *[0] * 7)
    ]
    assert step.says == (
        "(0, 1) = 3: the cage 4+ at (0, 0) adds up to 4 already, with 1 cell empty;"
        " no number is left to try."
    )
    assert (step.at, step.looked) == (((0, 1),), ((0, 0), (1, 0)))


def test_calcudoku_takes_sums_only() -> None:
    with pytest.raises(PuzzleError) as error:
        trace(PRODUCT, "calcudoku")
    says = "the cage 2* at (0, 0): brute force expects sums and single numbers, found *"
    assert str(error.value) == says
    assert error.value.cage == 0
