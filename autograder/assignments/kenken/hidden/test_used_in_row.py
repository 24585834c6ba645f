import boards
import hidden_boards
import pytest
from kenken import used_in_row
from provided import Posn

TABLE = {
    "numbers and a guess": (hidden_boards.SCATTERED, Posn(0, 1), [3, 5]),
    "a guess in the middle": (hidden_boards.SCATTERED, Posn(4, 2), [4, 6]),
    "position in the last cell": (boards.HALF_WAY, Posn(3, 0), [1, 2, 3, 4]),
    "a full row": (boards.LAST_CAGE, Posn(2, 3), [1, 2, 3, 4]),
    "a 12 x 12 board": (hidden_boards.TWELVE, Posn(1, 0), [9, 10, 12]),
    "a board of one cell": (hidden_boards.ONE_CELL, Posn(0, 0), []),
    "guesses of two digits": (hidden_boards.TWELVE_GUESSED, Posn(5, 0), [2, 10]),
}


@pytest.mark.parametrize(("puzzle", "posn", "expected"), TABLE.values(), ids=TABLE)
def test_numbers(puzzle, posn, expected):
    """used_in_row returns the numbers in the row, placed or guessed"""
    assert used_in_row(puzzle, posn) == expected


def test_what_a_cell_shows():
    """used_in_row uses only what a cell shows, not its other fields"""
    assert used_in_row(hidden_boards.LEFTOVERS, Posn(2, 0)) == [2, 3]


def test_every_call_by_itself():
    """used_in_row returns the same for a puzzle, whatever puzzles came before it"""
    for puzzle, posn, expected in [
        (boards.HALF_WAY, Posn(2, 1), [2, 3]),
        (hidden_boards.SCATTERED, Posn(2, 1), [3, 5]),
        (boards.HALF_WAY, Posn(2, 1), [2, 3]),
    ]:
        assert used_in_row(puzzle, posn) == expected
