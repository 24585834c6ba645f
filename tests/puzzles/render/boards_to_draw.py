"""Boards to render: examples by hand, and hypothesis strategies."""

from __future__ import annotations

from hypothesis import strategies as st

from autograder.puzzles import Board, Cage, Grid, Puzzle
from tests.puzzles.strategies import puzzles

THREE = Puzzle(
    3,
    (
        Cage("*", 6, ((0, 0), (1, 0), (1, 1))),
        Cage("-", 1, ((0, 1), (0, 2))),
        Cage("/", 2, ((1, 2), (2, 2))),
        Cage("+", 4, ((2, 0), (2, 1))),
    ),
)
SOLVED_THREE = ((1, 2, 3), (2, 3, 1), (3, 1, 2))
WRONG_THREE = ((1, 2, 3), (2, 1, 3), (0, 1, 2))


@st.composite
def grids(draw: st.DrawFn, size: int) -> Grid:
    """Draw any numbers and empty cells; seldom a solution."""
    row = st.tuples(*[st.integers(0, size)] * size)
    return draw(st.tuples(*[row] * size))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw a board; a cage of up to 10 cells can surround another."""
    puzzle, _ = draw(puzzles(max_size=5, max_cage=10))
    return Board(puzzle, draw(grids(puzzle.size)))
