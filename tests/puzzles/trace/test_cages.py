"""The trace of the search that checks cages, compared with plain backtracking and by hand."""

from __future__ import annotations

from hypothesis import given

from autograder.puzzles import Grid, Puzzle
from autograder.puzzles.brute_force import backtracking_steps
from autograder.puzzles.trace import trace
from tests.puzzles.strategies import puzzles
from tests.puzzles.trace.traced import NONE, PRODUCT


def test_cages_by_hand() -> None:
    """Cells are pairs, operations have the assignment's names."""
    steps = trace(PRODUCT, "cages").steps
    assert [(s.sentence, s.contents, s.counts, s.line, s.kind) for s in steps] == [
        ("The grid is empty. The first cell is (0, 0).", (0, 0, 0, 0), (0, 0, 0), 0, ""),
        (
            "(0, 0): row 0 and column 0 leave 1 and 2. Try 1.",
            (2, 0, 0, 0),
            (1, 0, 0),
            4,
            "guess",
        ),
        ("(0, 1): row 0 and column 1 leave 2. Try 2.", (2, 4, 0, 0), (2, 0, 0), 4, "guess"),
        (
            "The cage mult 2 at (0, 0) is complete: 1 * 2 = 2, satisfied.",
            (2, 4, 0, 0),
            (2, 1, 0),
            5,
            "cage",
        ),
        ("(1, 0): row 1 and column 0 leave 2. Try 2.", (2, 4, 4, 0), (3, 1, 0), 4, "guess"),
        ("(1, 1): row 1 and column 1 leave 1. Try 1.", (2, 4, 4, 2), (4, 1, 0), 4, "guess"),
        (
            "The cage add 3 at (1, 0) is complete: 2 + 1 = 3, satisfied, and no cell is left:"
            " the puzzle is solved.",
            (2, 4, 4, 2),
            (4, 2, 0),
            1,
            "cage",
        ),
    ]
    assert (steps[3].focus, steps[3].related) == (((0, 1),), ((0, 0),))


def test_cages_retreats() -> None:
    last = trace(NONE, "cages").steps[-6:]
    assert [(s.sentence, s.contents, s.counts, s.line, s.kind) for s in last] == [
        (
            "The cage id 1 at (1, 0) is complete: 2, not satisfied.",
            (2, 4, 4, 0),
            (3, 3, 0),
            5,
            "cage",
        ),
        (
            "No number is left for (1, 0): empty it and go back to (0, 1).",
            (2, 4, 0, 0),
            (3, 3, 1),
            7,
            "retreat",
        ),
        (
            "No number is left for (0, 1): empty it and go back to (0, 0).",
            (2, 0, 0, 0),
            (3, 3, 2),
            7,
            "retreat",
        ),
        ("(0, 0): try 2.", (4, 0, 0, 0), (4, 3, 2), 4, "guess"),
        (
            "The cage id 1 at (0, 0) is complete: 2, not satisfied.",
            (4, 0, 0, 0),
            (4, 4, 2),
            5,
            "cage",
        ),
        (
            "No number is left for (0, 0), and no cell comes before it:"
            " the puzzle has no solution.",
            (0, 0, 0, 0),
            (4, 4, 3),
            7,
            "retreat",
        ),
    ]


@given(puzzles(max_size=4))
def test_cages_tries_as_many_numbers_as_plain_backtracking(case: tuple[Puzzle, Grid]) -> None:
    puzzle, _ = case
    last = trace(puzzle, "cages", 10**6).steps[-1]
    assert last.counts[0] == backtracking_steps(puzzle, 10**6)
