import boards
import pytest
from kenken import used_in_row
from provided import Posn

TABLE = {
    "letters only": (boards.FIGURE, Posn(0, 0), []),
    "placed numbers": (boards.FIRST_APPLIED, Posn(2, 1), [3]),
    "a guess counts as used": (boards.HALF_WAY, Posn(2, 1), [2, 3]),
    "increasing order": (boards.SOLVED, Posn(0, 2), [1, 2, 3, 4]),
}


@pytest.mark.parametrize(("puzzle", "posn", "expected"), TABLE.values(), ids=TABLE)
def test_numbers(puzzle, posn, expected):
    """used_in_row returns the numbers in the row, placed or guessed"""
    assert used_in_row(puzzle, posn) == expected


def test_second_puzzle():
    """used_in_row looks only at the puzzle it gets, not at an earlier one"""
    assert used_in_row(boards.FIRST_APPLIED, Posn(2, 1)) == [3]
    assert used_in_row(boards.FIGURE, Posn(2, 1)) == []
