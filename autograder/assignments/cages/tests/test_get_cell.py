import boards
import pytest

TABLE = {
    "upper left": ((0, 0), 5),
    "upper right": ((0, 2), 3),
    "lower left": ((1, 0), 2),
    "lower right": ((1, 2), 0),
}


@pytest.mark.parametrize(("cell", "expected"), TABLE.values(), ids=TABLE)
def test_cell(student, cell, expected):
    """get_cell returns the number in a row and a column"""
    assert student.get_cell(boards.WIDE, cell) == expected
