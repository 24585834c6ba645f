import boards
import pytest
from cages import get_cell

TABLE = {
    "row before column": (boards.SIX, (1, 4), 2),
    "column before row": (boards.SIX, (4, 1), 5),
    "last row": (boards.SIX, (5, 0), 2),
    "last column": (boards.SIX, (0, 5), 5),
    "last cell": (boards.SIX, (5, 5), 6),
    "a board of two": (boards.SMALL, (1, 0), 1),
    "a board of eight": ([[10 * y + x for x in range(8)] for y in range(8)], (7, 6), 76),
    "a board of one": ([[7]], (0, 0), 7),
}


@pytest.mark.parametrize(("grid", "cell", "expected"), TABLE.values(), ids=TABLE)
def test_cell(grid, cell, expected):
    """get_cell returns the number in a row and a column"""
    assert get_cell(grid, cell) == expected
