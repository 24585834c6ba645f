"""The steps of brute force, worked out by hand."""

from __future__ import annotations

from autograder.puzzles import Cage, Puzzle
from autograder.puzzles.brute_force import (
    backtracking_steps,
    brute_force,
    brute_force_checks,
    stays_below_sum,
)
from autograder.puzzles.rng import SeededRandom
from autograder.puzzles.special import parse_shape, with_random_clues

ROWS = [(3, [0, 1]), (3, [2, 3])]
LOW = [(2, [0, 1]), (3, [2, 3])]
STEPS = [
    *[(0, 1, ""), (1, 1, "row"), (1, 2, "")],
    *[(2, 1, "column"), (2, 2, ""), (3, 1, "")],
]


def rows_with_sums(*sums: int) -> Puzzle:
    cages = [Cage("+", total, ((row, 0), (row, 1))) for row, total in enumerate(sums)]
    return Puzzle(2, tuple(cages))


def test_steps() -> None:
    assert list(brute_force(2, ROWS, stays_below_sum)) == STEPS
    assert brute_force_checks(rows_with_sums(3, 3), 6) == 6


def test_backtracks_and_faults_of_cages() -> None:
    """A first cage with the sum 2 rejects 1, 2 and 2 in its last cell and 2 in its first one."""
    steps = [(0, 1, ""), (1, 1, "row"), (1, 2, "cage"), (1, 0, ""), (0, 2, "cage"), (0, 0, "")]
    assert list(brute_force(2, LOW, stays_below_sum)) == steps
    assert brute_force_checks(rows_with_sums(2, 3), 100) is None


def test_backtracking_steps_by_hand() -> None:
    """3+ 3+ in rows: 1 2 / 1 is used, 2, then 1. With 1 given below, 1 is placed and taken back."""
    assert (
        backtracking_steps(with_random_clues(2, parse_shape("aa bb"), "+", SeededRandom("")), 10)
        == 4
    )
    cages = (Cage("+", 3, ((0, 0), (0, 1))), Cage("=", 1, ((1, 0),)), Cage("=", 2, ((1, 1),)))
    # 1 2 2, and no more in that row; then 2 1 1 2.
    assert backtracking_steps(Puzzle(2, cages), 7) == 7
    assert backtracking_steps(Puzzle(2, cages), 6) is None
