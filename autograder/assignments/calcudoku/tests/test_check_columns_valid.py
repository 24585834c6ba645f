import boards
import pytest
from solver_funcs import check_columns_valid

TABLE = {
    "empty board": (boards.empty(5), True),
    "the solution": (boards.SOLUTION, True),
    "a partly filled board": (boards.PARTLY_FILLED, True),
    "a number twice in the first column": (boards.changed(boards.PARTLY_FILLED, 2, 0, 4), False),
    "a number twice in the last column": (boards.changed(boards.SOLUTION, 4, 4, 5), False),
    "a number twice with an empty cell between": ([[2, 1, 0], [0, 0, 0], [2, 0, 0]], False),
    "a number twice in a row": ([[1, 1, 0], [2, 0, 0], [3, 0, 0]], True),
    "4 x 4": ([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 0], [0, 0, 0, 0]], True),
}


@pytest.mark.parametrize(("puzzle", "expected"), TABLE.values(), ids=TABLE)
def test_columns(puzzle, expected):
    """check_columns_valid returns whether no column contains a number twice"""
    assert check_columns_valid(puzzle) is expected


def test_empty_cells_are_no_duplicates():
    """check_columns_valid does not treat several empty cells in a column as duplicates"""
    assert check_columns_valid([[0, 0, 1], [3, 0, 0], [0, 0, 0]]) is True
