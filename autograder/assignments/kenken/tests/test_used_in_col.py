import boards
import pytest
from kenken import used_in_col
from provided import Posn

TABLE = {
    "letters only": (boards.FIGURE, Posn(0, 0), []),
    "placed numbers": (boards.FIRST_APPLIED, Posn(0, 2), [2, 3]),
    "a guess counts as used": (boards.HALF_WAY, Posn(1, 2), [1, 2]),
    "increasing order": (boards.SOLVED, Posn(2, 0), [1, 2, 3, 4]),
}


@pytest.mark.parametrize(("puzzle", "posn", "expected"), TABLE.values(), ids=TABLE)
def test_numbers(puzzle, posn, expected):
    """used_in_col returns the numbers in the column, placed or guessed"""
    assert used_in_col(puzzle, posn) == expected
