import boards
import pytest
from solver_funcs import check_valid

CAGES = [[4, 2, 0, 3], [5, 2, 1, 2], [9, 5, 4, 5, 6, 7, 8]]

TABLE = {
    "empty board": (boards.empty(3), True),
    "rows, columns and cages valid": ([[1, 2, 3], [3, 1, 2], [0, 0, 0]], True),
    "only a row is invalid": ([[0, 0, 0], [0, 1, 1], [0, 0, 0]], False),
    "only a column is invalid": ([[0, 0, 0], [0, 1, 0], [0, 1, 0]], False),
    "only a full cage is invalid": ([[1, 2, 0], [2, 0, 0], [0, 0, 0]], False),
    "only a partly filled cage is invalid": ([[0, 0, 0], [0, 0, 3], [1, 3, 2]], False),
}


@pytest.mark.parametrize(("puzzle", "expected"), TABLE.values(), ids=TABLE)
def test_board(puzzle, expected):
    """check_valid returns whether rows, columns and cages are all valid so far"""
    assert check_valid(puzzle, CAGES) is expected


def test_solution():
    """check_valid returns True for a solution"""
    assert check_valid(boards.SOLUTION, boards.CAGES) is True
