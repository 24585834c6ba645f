"""The steps of brute force, worked out by hand."""

from __future__ import annotations

from autograder.puzzles import Cage, Puzzle
from autograder.puzzles.brute_force import brute_force, brute_force_checks

ROWS = [(3, [0, 1]), (3, [2, 3])]
STEPS = [
    *[(0, 1, ""), (1, 1, "row"), (1, 2, "")],
    *[(2, 1, "column"), (2, 2, ""), (3, 1, "")],
]


def rows_with_sums(*sums: int) -> Puzzle:
    cages = [Cage("+", total, ((row, 0), (row, 1))) for row, total in enumerate(sums)]
    return Puzzle(2, tuple(cages))


def test_steps() -> None:
    assert list(brute_force(2, ROWS)) == STEPS
    assert brute_force_checks(rows_with_sums(3, 3), 6) == 6


def test_backtracks_and_faults_of_cages() -> None:
    """A first cage with the sum 2 rejects 1, 2 and 2 in its last cell and 2 in its first one."""
    steps = [(0, 1, ""), (1, 1, "row"), (1, 2, "cage"), (1, 0, ""), (0, 2, "cage"), (0, 0, "")]
    assert list(brute_force(2, [(2, [0, 1]), (3, [2, 3])])) == steps
    assert brute_force_checks(rows_with_sums(2, 3), 100) is None


def test_another_rule_for_partly_filled_cages() -> None:
    """With any total allowed, the search goes on after the 2 in the first cell."""
    steps = list(brute_force(2, [(2, [0, 1]), (3, [2, 3])], lambda *_: True))
    assert steps[4:] == [(0, 2, ""), (1, 1, "cage"), (1, 2, "row"), (1, 0, ""), (0, 0, "")]


def test_more_checks_than_allowed() -> None:
    assert brute_force_checks(rows_with_sums(3, 3), 5) is None
