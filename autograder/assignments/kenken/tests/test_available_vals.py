import boards
import pytest
from kenken import available_vals
from provided import Posn, read_puzzle

FULL = read_puzzle("2\n1 a\nb 2\na 2 =\nb 1 =\n")
EIGHT = read_puzzle(
    "8\na 2 3 4 b b b b\n"
    + "".join(f"{number} b b b b b b b\n" for number in (5, 6, 7))
    + "b b b b b b b b\n" * 4
    + "a 8 =\nb 253 +\n"
)
TEN = read_puzzle(
    "10\na 2 3 4 5 b b b b b\n"
    + "".join(f"{number} b b b b b b b b b\n" for number in (6, 7, 8))
    + "b b b b b b b b b b\n" * 6
    + "a 9 =\nb 506 +\n"
)

# The puzzle, the position, the numbers used in its row and in its column, and those available.
TABLE = {
    "nothing used": (boards.FIGURE, Posn(1, 1), [], [], [1, 2, 3, 4]),
    "a number used in the row": (boards.FIRST_APPLIED, Posn(2, 1), [3], [], [1, 2, 4]),
    "numbers used in row and column": (boards.HALF_WAY, Posn(2, 1), [2, 3], [4], [1]),
    "the constraint does not matter": (boards.ONE_GUESS, Posn(0, 1), [], [2], [1, 3, 4]),
    "no number": (FULL, Posn(1, 0), [1], [2], []),
    "a cell with a number": (FULL, Posn(0, 0), [1], [1], [2]),
    "a cell with a guess": (boards.ONE_GUESS, Posn(0, 0), [2], [2], [1, 3, 4]),
    "8 comes after 1": (EIGHT, Posn(0, 0), [2, 3, 4], [5, 6, 7], [1, 8]),
    "10 comes after 9": (TEN, Posn(0, 0), [2, 3, 4, 5], [6, 7, 8], [1, 9, 10]),
}


@pytest.mark.parametrize(("puzzle", "posn", "row", "col", "expected"), TABLE.values(), ids=TABLE)
def test_numbers(monkeypatch, puzzle, posn, row, col, expected):
    """available_vals returns the numbers unused in row and column, in increasing order"""
    boards.give(monkeypatch, used_in_row=row, used_in_col=col)
    assert available_vals(puzzle, posn) == expected


def test_second_puzzle(monkeypatch):
    """available_vals looks only at the puzzle it gets, not at an earlier one"""
    boards.give(monkeypatch, used_in_row=[3], used_in_col=[])
    assert available_vals(boards.FIRST_APPLIED, Posn(2, 1)) == [1, 2, 4]
    boards.give(monkeypatch, used_in_row=[], used_in_col=[])
    assert available_vals(boards.FIGURE, Posn(2, 1)) == [1, 2, 3, 4]
