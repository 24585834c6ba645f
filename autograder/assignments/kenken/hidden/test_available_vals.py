import boards
import hidden_boards
import kenken
import pytest
from kenken import available_vals
from provided import Posn, read_puzzle

DEAD_END = read_puzzle("""\
3
1 2 a
b b 3
c c c
a 1 =
b 3 +
c 6 +
""")

# The puzzle, the position, the numbers used in its row and in its column, and those available.
TABLE = {
    "a 6 x 6 board": (hidden_boards.SCATTERED, Posn(4, 1), [3, 5], [], [1, 2, 4, 6]),
    "a guess in the column": (hidden_boards.SCATTERED, Posn(2, 2), [4, 6], [3], [1, 2, 5]),
    "a number used in both": (boards.HALF_WAY, Posn(3, 2), [], [3], [1, 2, 4]),
    "no number is available": (DEAD_END, Posn(2, 0), [1, 2], [3], []),
    "a cell with a guess": (boards.ONE_GUESS, Posn(0, 0), [2], [2], [1, 3, 4]),
    "a cell with a number": (boards.HALF_WAY, Posn(0, 1), [2, 3], [2, 3], [1, 4]),
    "a 12 x 12 board": (
        hidden_boards.TWELVE,
        Posn(1, 0),
        [9, 10, 12],
        [],
        [1, 2, 3, 4, 5, 6, 7, 8, 11],
    ),
    "a board of one cell": (hidden_boards.ONE_CELL, Posn(0, 0), [], [], [1]),
    "guesses of two digits": (
        hidden_boards.TWELVE_GUESSED,
        Posn(2, 0),
        [2, 10],
        [],
        [1, 3, 4, 5, 6, 7, 8, 9, 11, 12],
    ),
}


@pytest.mark.parametrize(("puzzle", "posn", "row", "col", "expected"), TABLE.values(), ids=TABLE)
def test_numbers(monkeypatch, puzzle, posn, row, col, expected):
    """available_vals returns the numbers unused in row and column, in increasing order"""
    boards.give(monkeypatch, used_in_row=row, used_in_col=col)
    assert available_vals(puzzle, posn) == expected


def test_every_call_by_itself(monkeypatch):
    """available_vals returns the same for a puzzle, whatever puzzles came before it"""
    rows, columns = {4: [2, 3], 6: [3, 5]}, {4: [4], 6: []}  # By the size of the board.
    for name, lines in (("used_in_row", rows), ("used_in_col", columns)):
        used = lambda puzzle, *_, _lines=lines, **__: _lines[puzzle.board_size]  # noqa: E731
        monkeypatch.setattr(kenken, name, used, raising=False)
    for puzzle, posn, expected in [
        (boards.HALF_WAY, Posn(2, 1), [1]),
        (hidden_boards.SCATTERED, Posn(4, 1), [1, 2, 4, 6]),
        (boards.HALF_WAY, Posn(2, 1), [1]),
    ]:
        assert available_vals(puzzle, posn) == expected
