import boards
import pytest
from kenken import used_in_col
from provided import Posn

TABLE = {
    "the number of the cell itself": (boards.TWO, Posn(1, 0), [1]),
    "the smaller number comes first": (boards.TWO, Posn(0, 0), [1, 2]),
    "letters only": (boards.FIGURE, Posn(0, 0), []),
    "placed numbers": (boards.FIRST_APPLIED, Posn(0, 2), [2, 3]),
    "a guess counts as used": (boards.HALF_WAY, Posn(1, 2), [1, 2]),
    "increasing order": (boards.SOLVED, Posn(2, 0), [1, 2, 3, 4]),
    "a letter on an old guess": (boards.LEFTOVERS, Posn(0, 1), [1]),
    "a guess on an old number": (boards.LEFTOVERS, Posn(1, 0), [1]),
    "8 comes after 1": (boards.EIGHT, Posn(0, 7), [1, 8]),
    "10 comes after 9": (boards.TEN, Posn(0, 9), [9, 10]),
}


@pytest.mark.parametrize(("puzzle", "posn", "expected"), TABLE.values(), ids=TABLE)
def test_numbers(puzzle, posn, expected):
    """used_in_col returns the numbers in the column, placed or guessed, in increasing order"""
    assert used_in_col(puzzle, posn) == expected


def test_second_puzzle():
    """used_in_col looks only at the puzzle it gets, not at an earlier one"""
    assert used_in_col(boards.FIRST_APPLIED, Posn(0, 2)) == [2, 3]
    assert used_in_col(boards.FIGURE, Posn(0, 2)) == []
