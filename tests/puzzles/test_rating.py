"""Ratings: compared with Keen's levels, and derived by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import RATINGS, Cage, Puzzle, PuzzleError, generate, rate
from autograder.puzzles.rating import is_rated
from tests.puzzles.public_puzzles import public

KEEN = ("easy", "normal", "hard", "extreme", "unreasonable")


@pytest.mark.parametrize(("keen", "ours"), [*zip(KEEN, RATINGS, strict=True)])
def test_ratings_are_those_of_keen(keen: str, ours: str) -> None:
    puzzles = [known.puzzle for known in public() if known.level == keen]
    assert len(puzzles) >= 35
    ratings = [rate(puzzle) for puzzle in puzzles]
    assert {rating.level for rating in ratings} == {ours}
    assert {rating.tried > 0 for rating in ratings} == {ours == "search"}


CAGE_CELLS = "no combination for the cage has this number in this cell"


def test_combinations_that_decide_a_cell_are_normal() -> None:
    """The corner cage holds 1, 1 and 2: only its cells decide where the 1s go.

    The 2 is in the corner itself, or the 1s would share a line.
    """
    corner = Cage("*", 2, ((0, 0), (0, 1), (1, 0)))
    rest = Cage("+", 14, ((0, 2), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)))
    rating = rate(Puzzle(3, (corner, rest)))
    assert rating.level == "normal"
    assert CAGE_CELLS in rating.deductions


@pytest.mark.parametrize(
    ("cages", "message"),
    [
        ((Cage("+", 6, ((0, 0), (0, 1), (1, 0), (1, 1))),), "the puzzle has several solutions"),
        (
            (Cage("*", 4, ((0, 0), (0, 1))), Cage("+", 3, ((1, 0), (1, 1)))),
            "the puzzle has no solution",
        ),
    ],
)
def test_only_puzzles_with_one_solution_are_rated(cages: tuple[Cage, ...], message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        rate(Puzzle(2, cages))
    assert str(error.value) == f"{message}, but only a puzzle with exactly one can be rated"


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(3, 6))
def test_is_rated_agrees_with_rate(seed: int, size: int) -> None:
    puzzle = generate(size, seed=seed)
    level = rate(puzzle).level
    assert [name for name in RATINGS if is_rated(puzzle, name)] == [level]
