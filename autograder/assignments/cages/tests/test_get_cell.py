import boards
import pytest
from cages import get_cell

TABLE = {
    "upper left": ((0, 0), 5),
    "upper right": ((0, 2), 3),
    "lower left": ((1, 0), 2),
    "lower right": ((1, 2), 0),
}


@pytest.mark.parametrize(("cell", "expected"), TABLE.values(), ids=TABLE)
def test_cell(cell, expected):
    """get_cell returns the number in a row and a column"""
    assert get_cell(boards.WIDE, cell) == expected


def test_large_numbers():
    """get_cell returns all digits of a number"""
    assert get_cell([[10, 11]], (0, 1)) == 11
