import boards
import pytest
from kenken import available_vals
from provided import Posn

TABLE = {
    "nothing used": (boards.FIGURE, Posn(1, 1), [1, 2, 3, 4]),
    "a number used in the row": (boards.FIRST_APPLIED, Posn(2, 1), [1, 2, 4]),
    "numbers used in row and column": (boards.HALF_WAY, Posn(2, 1), [1]),
    "the constraint does not matter": (boards.ONE_GUESS, Posn(0, 1), [1, 3, 4]),
}


@pytest.mark.parametrize(("puzzle", "posn", "expected"), TABLE.values(), ids=TABLE)
def test_numbers(puzzle, posn, expected):
    """available_vals returns the numbers unused in row and column, in increasing order"""
    assert available_vals(puzzle, posn) == expected


def test_second_puzzle():
    """available_vals looks only at the puzzle it gets, not at an earlier one"""
    assert available_vals(boards.FIRST_APPLIED, Posn(2, 1)) == [1, 2, 4]
    assert available_vals(boards.FIGURE, Posn(2, 1)) == [1, 2, 3, 4]
