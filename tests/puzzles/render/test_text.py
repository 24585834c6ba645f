"""Boards as text: examples drawn by hand, and properties of all drawings."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from autograder.puzzles import Board, Cage, Grid
from autograder.puzzles.render import render_text
from tests.puzzles.boards import empty, singles
from tests.puzzles.render.boards_to_draw import (
    SOLVED_THREE,
    THREE,
    TWO,
    WRONG_THREE,
    boards,
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

ASCII_DIFFERENCE_THREE = """\
+-----+-----------+
|6*   |1-         |
|  1  |  2     3  |
|     +-----+-----+
|           |2/   |
|  2    1!=3| 3!=1|
+-----------+     |
|4+         |     |
| .!=3   1  |  2  |
+-----------+-----+"""


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
    lines = render_text(Board(singles(16), found), right, "ascii").splitlines()
    assert lines[2].count("|") == 17
    assert re.fullmatch(r"\| ?12!=16 ?(\|   1   ){15}\|", lines[2])


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_ascii_where_the_encoding_has_no_lines(encoding: str) -> None:
    assert render_text(Board(THREE, WRONG_THREE), SOLVED_THREE, encoding) == ASCII_DIFFERENCE_THREE


def parts(board: Board, drawing: str) -> tuple[list[str], int]:
    """Return the lines and the distance of two columns. Rows are three lines apart."""
    lines = drawing.splitlines()
    size = board.puzzle.size
    assert len(lines) == 3 * size + 1
    assert len({len(line) for line in lines}) == 1
    wide, rest = divmod(len(lines[0]) - 1, size)
    assert rest == 0
    return lines, wide


@settings(max_examples=30)
@given(boards())
def test_lines_are_between_cages_and_nowhere_else(board: Board) -> None:
    lines, wide = parts(board, render_text(board))
    cage_of = {cell: cage for cage in board.puzzle.cages for cell in cage.cells}
    size = board.puzzle.size

    def cage(row: int, column: int) -> Cage | None:
        return cage_of.get((row, column))

    for row in range(size):
        for column in range(size + 1):
            left = {lines[3 * row + i][wide * column] for i in (1, 2)}
            assert left == {"│" if cage(row, column - 1) != cage(row, column) else " "}
    for row in range(size + 1):
        for column in range(size):
            above = lines[3 * row][wide * column + 1 : wide * (column + 1)]
            sign = "─" if cage(row - 1, column) != cage(row, column) else " "
            assert above == sign * (wide - 1)
