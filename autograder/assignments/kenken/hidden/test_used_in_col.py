import boards
import hidden_boards
import pytest
from kenken import used_in_col
from provided import Posn

TABLE = {
    "numbers and a guess": (hidden_boards.SCATTERED, Posn(5, 0), [1, 4]),
    "a guess in the middle": (hidden_boards.SCATTERED, Posn(1, 5), [5, 6]),
    "position in the last cell": (boards.HALF_WAY, Posn(0, 3), [2, 3]),
    "a full column": (boards.LAST_CAGE, Posn(2, 3), [1, 2, 3, 4]),
    "a 12 x 12 board": (hidden_boards.TWELVE, Posn(0, 11), [9, 10, 12]),
    "a board of one cell": (hidden_boards.ONE_CELL, Posn(0, 0), []),
    "guesses of two digits": (hidden_boards.TWELVE_GUESSED, Posn(0, 7), [10, 12]),
}


@pytest.mark.parametrize(("puzzle", "posn", "expected"), TABLE.values(), ids=TABLE)
def test_numbers(puzzle, posn, expected):
    """used_in_col returns the numbers in the column, placed or guessed"""
    assert used_in_col(puzzle, posn) == expected


COLUMNS = {"a number": (0, [3]), "a guess": (1, [2]), "a letter": (2, [])}


@pytest.mark.parametrize(("x", "expected"), COLUMNS.values(), ids=COLUMNS)
def test_what_a_cell_shows(x, expected):
    """used_in_col uses only what a cell shows, not its other fields"""
    assert used_in_col(hidden_boards.LEFTOVERS, Posn(x, 1)) == expected


def test_every_call_by_itself():
    """used_in_col returns the same for a puzzle, whatever puzzles came before it"""
    for puzzle, posn, expected in [
        (boards.HALF_WAY, Posn(1, 2), [1, 2]),
        (hidden_boards.SCATTERED, Posn(1, 2), [5, 6]),
        (boards.HALF_WAY, Posn(1, 2), [1, 2]),
    ]:
        assert used_in_col(puzzle, posn) == expected
