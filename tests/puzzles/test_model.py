"""Puzzles, cages and boards: equality, and what is refused; tests of formats have more faults."""

from __future__ import annotations

import pytest

from autograder.puzzles import Cage, Puzzle, PuzzleError, is_solution

SINGLES = (Cage("=", 1, ((0, 0),)), Cage("=", 2, ((0, 1),)))
BELOW = Cage("+", 3, ((1, 0), (1, 1)))
TWO = Puzzle(2, (*SINGLES, BELOW))


def test_order_of_cages_and_cells_does_not_matter() -> None:
    reordered = Cage("+", 3, ((1, 1), (1, 0)))
    assert reordered == BELOW
    assert Puzzle(2, (reordered, *reversed(SINGLES))) == TWO
    assert hash(Puzzle(2, (reordered, *reversed(SINGLES)))) == hash(TWO)


def test_products_have_only_factors_of_the_size() -> None:
    with pytest.raises(PuzzleError, match=r"7 is not a product of numbers from 1 to 3$"):
        Puzzle(3, tuple(Cage("*", 7, tuple((row, x) for x in range(3))) for row in range(3)))


@pytest.mark.parametrize(
    ("grid", "right"),
    [
        (((1, 2), (2, 1)), True),
        (((2, 1), (1, 2)), False),
        (((1, 2), (1, 2)), False),
        (((1, 2), (2, 0)), False),
        (((1, 2),), False),
    ],
)
def test_is_solution(grid: tuple[tuple[int, ...], ...], right: bool) -> None:
    assert is_solution(TWO, grid) is right
