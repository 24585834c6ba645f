import boards
import pytest
from solver_funcs import check_columns_valid

TABLE = {
    "2 x 2, solved": ([[1, 2], [2, 1]], True),
    "2 x 2, empty": ([[0, 0], [0, 0]], True),
    "a number twice in the first column": ([[1, 0], [1, 0]], False),
    "a number twice in the last column": ([[1, 2], [2, 2]], False),
    "a number twice in a row": ([[1, 1], [2, 0]], True),
    "a number twice with an empty cell between": ([[2, 1, 0], [0, 0, 0], [2, 0, 0]], False),
    "a number twice with another between": ([[1, 0, 0], [2, 0, 0], [1, 0, 0]], False),
    "a number twice below an empty cell": ([[0, 0, 0], [0, 3, 0], [0, 3, 0]], False),
    "4 x 4": ([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 0], [0, 0, 0, 0]], True),
    "8 x 8, a 1 and an 8 in a column": (boards.board(8, {(0, 0): 1, (7, 0): 8}), True),
    "8 x 8, an 8 twice in a column": (boards.board(8, {(0, 7): 8, (7, 7): 8}), False),
    "10 x 10, a 1 and a 10 in a column": (boards.board(10, {(0, 0): 1, (1, 0): 10}), True),
    "a partly filled board": (boards.PARTLY_FILLED, True),
    "a number twice, not next to each other": (boards.changed(boards.SOLUTION, 4, 0, 4), False),
    "the solution": (boards.SOLUTION, True),
}


@pytest.mark.parametrize(("puzzle", "expected"), TABLE.values(), ids=TABLE)
def test_columns(puzzle, expected):
    """check_columns_valid returns whether no column contains a number twice"""
    assert check_columns_valid(puzzle) is expected


def test_empty_cells_are_no_duplicates():
    """check_columns_valid does not treat several empty cells in a column as duplicates"""
    assert check_columns_valid([[0, 0, 1], [3, 0, 0], [0, 0, 0]]) is True


def test_every_call_by_itself():
    """check_columns_valid returns the same for a board, whatever boards it has checked before"""
    for puzzle, expected in [([[1, 0], [2, 0]], True), ([[1, 0], [1, 0]], False)] * 2:
        assert check_columns_valid(puzzle) is expected
