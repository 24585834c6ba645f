"""Boards as text. Drawings of a puzzle and of a difference are those of `autograder puzzle`."""

from __future__ import annotations

from autograder.puzzles import Board
from autograder.puzzles.render import render_text
from tests.puzzles.boards import singles


def test_two_digits_on_both_sides_of_a_difference() -> None:
    """A text that does not fit makes all cells wider."""
    found, right = (tuple((n, *[1] * 15) for _ in range(16)) for n in (12, 16))
    lines = render_text(Board(singles(16), found), right).splitlines()
    assert lines[2].startswith("│12≠16│  1  │")
