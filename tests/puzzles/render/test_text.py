"""Boards as text: examples drawn by hand, and properties of all drawings."""

from __future__ import annotations

import pytest

from autograder.puzzles import Board, Grid
from autograder.puzzles.render import render_text
from tests.puzzles.boards import empty, singles
from tests.puzzles.render.boards_to_draw import (
    SOLVED_THREE,
    THREE,
    TWO,
    WRONG_THREE,
)

EMPTY_TWO = """\
┌─────┬─────┐
│1    │2    │
│  ·  │  ·  │
├─────┴─────┤
│3+         │
│  ·     ·  │
└───────────┘"""

SOLUTION_THREE = """\
┌─────┬───────────┐
│6*   │1-         │
│  1  │  2     3  │
│     └─────┬─────┤
│           │2/   │
│  2     3  │  1  │
├───────────┤     │
│4+         │     │
│  3     1  │  2  │
└───────────┴─────┘"""

DIFFERENCE_THREE = """\
┌─────┬───────────┐
│6*   │1-         │
│  1  │  2     3  │
│     └─────┬─────┤
│           │2/   │
│  2    1≠3 │ 3≠1 │
├───────────┤     │
│4+         │     │
│ ·≠3    1  │  2  │
└───────────┴─────┘"""


@pytest.mark.parametrize(
    ("board", "expected", "drawing"),
    [
        (empty(TWO), None, EMPTY_TWO),
        (Board(THREE, SOLVED_THREE), None, SOLUTION_THREE),
        (Board(THREE, WRONG_THREE), SOLVED_THREE, DIFFERENCE_THREE),
    ],
    ids=["puzzle", "solution", "difference"],
)
def test_drawing_by_hand(board: Board, expected: Grid | None, drawing: str) -> None:
    assert render_text(board, expected) == drawing


def test_two_digits_on_both_sides_of_a_difference() -> None:
    """A text that does not fit makes all cells wider."""
    found, right = (tuple((n, *[1] * 15) for _ in range(16)) for n in (12, 16))
    lines = render_text(Board(singles(16), found), right).splitlines()
    assert lines[2].startswith("│12≠16│  1  │")
