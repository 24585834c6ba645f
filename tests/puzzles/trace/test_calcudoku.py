"""The trace of brute force, compared with the program's counts and with results by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.puzzles import Board, Cage, Puzzle, PuzzleError
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
    """Cells are numbered as in the assignment; each step has its line and kind."""
    steps = trace(TWO, "calcudoku").steps
    assert [(s.sentence, s.contents, s.related, s.counts, s.line, s.kind) for s in steps] == [
        ("The board is empty. The current cell is cell 0.", (0, 0, 0, 0), (), (0, 0), 0, ""),
        ("Cell 0 = 1: valid; the next cell is cell 1.", (2, 0, 0, 0), (), (1, 0), 6, "guess"),
        (
            "Cell 1 = 1: row 0 already holds 1; add 1 again.",
            (2, 2, 0, 0),
            ((0, 0),),
            (2, 0),
            5,
            "",
        ),
        ("Cell 1 = 2: valid; the next cell is cell 2.", (2, 4, 0, 0), (), (3, 0), 6, "guess"),
        (
            "Cell 2 = 1: column 0 already holds 1; add 1 again.",
            (2, 4, 2, 0),
            ((0, 0),),
            (4, 0),
            5,
            "",
        ),
        ("Cell 2 = 2: valid; the next cell is cell 3.", (2, 4, 4, 0), (), (5, 0), 6, "guess"),
        ("Cell 3 = 1: valid; the puzzle is solved.", (2, 4, 4, 2), (), (6, 0), 6, "guess"),
    ]
    assert [step.focus for step in steps[:4]] == [(), ((0, 0),), ((0, 1),), ((0, 1),)]


def test_calcudoku_without_a_solution() -> None:
    last = trace(NONE, "calcudoku").steps[-5:]
    assert [(s.sentence, s.contents, s.counts, s.line, s.kind) for s in last] == [
        (
            "Cell 2 = 2: the cage 1 at cell 2 is full and adds up to 2; no number is left to try.",
            (2, 4, 4, 0),
            (5, 0),
            5,
            "cage",
        ),
        (
            "Backtrack: cell 2 goes back to 0, and cell 1 continues from 2.",
            (2, 4, 0, 0),
            (5, 1),
            3,
            "backtrack",
        ),
        (
            "Backtrack: cell 1 goes back to 0, and cell 0 continues from 1.",
            (2, 0, 0, 0),
            (5, 2),
            3,
            "backtrack",
        ),
        (
            "Cell 0 = 2: the cage 1 at cell 0 is full and adds up to 2; no number is left to try.",
            (4, 0, 0, 0),
            (6, 2),
            5,
            "cage",
        ),
        (
            "Backtrack: cell 0 goes back to 0, and no cell comes before it:"
            " the puzzle has no solution.",
            (0, 0, 0, 0),
            (6, 3),
            3,
            "backtrack",
        ),
    ]


def test_calcudoku_rejects_a_cage_that_reaches_its_sum_too_early() -> None:
    rest = ((0, 2), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2))
    puzzle = Puzzle(3, (Cage("+", 4, ((0, 0), (0, 1), (1, 0))), Cage("+", 14, rest)))
    [step] = [
        step for step in trace(puzzle, "calcudoku").steps if step.contents == (2, 8, *[0] * 7)
    ]
    assert step.sentence == (
        "Cell 1 = 3: the cage 4+ at cell 0 already adds up to 4, with 1 empty cell;"
        " no number is left to try."
    )
    assert (step.focus, step.related) == (((0, 1),), ((0, 0), (1, 0)))


def test_calcudoku_takes_sums_only() -> None:
    with pytest.raises(PuzzleError) as error:
        trace(PRODUCT, "calcudoku")
    message = "the cage 2* at (0, 0): brute force expects sums and single numbers, found *"
    assert str(error.value) == message
    assert error.value.cage == 0


@pytest.mark.parametrize(
    ("method", "search"),
    [
        ("calcudoku", "brute force starts from an empty board"),
        ("cages", "the search starts from an empty grid"),
    ],
)
def test_searches_in_reading_order_take_empty_boards_only(method: str, search: str) -> None:
    with pytest.raises(PuzzleError) as error:
        trace(Board(TWO, ((0, 2), (0, 0))), method)
    assert str(error.value) == f"{search}, found 2 at (0, 1)"
