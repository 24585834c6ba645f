import boards
import hidden_boards
import pytest
from solver_funcs import check_valid

TABLE = {
    "1 x 1, empty": ([[0]], [[1, 1, 0]], True),
    "1 x 1, solved": ([[1]], [[1, 1, 0]], True),
    "2 x 2, solved": ([[2, 1], [1, 2]], [[5, 3, 0, 1, 3], [1, 1, 2]], True),
    "2 x 2, a cage is invalid": ([[1, 2], [2, 1]], [[5, 3, 0, 1, 3], [1, 1, 2]], False),
    "3 x 3, a row is invalid": ([[2, 2, 0], [0, 0, 0], [0, 0, 0]], [[4, 2, 0, 1]], False),
    "4 x 4, a column is invalid": (
        [[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 4]],
        [[10, 4, 0, 1, 2, 3], [10, 4, 4, 5, 6, 7], [10, 4, 8, 9, 10, 11], [13, 4, 12, 13, 14, 15]],
        False,
    ),
    "5 x 5, partly filled": (boards.PARTLY_FILLED, boards.CAGES, True),
    "5 x 5, last cell empty": (boards.changed(boards.SOLUTION, 4, 4, 0), boards.CAGES, True),
    "5 x 5, last row is invalid": (boards.changed(boards.SOLUTION, 4, 4, 1), boards.CAGES, False),
    "5 x 5, a partly filled cage has reached its sum": (
        [[5, 0, 0, 0, 0], *boards.empty(5)[1:]],
        boards.CAGES,
        False,
    ),
    "6 x 6, solved": (hidden_boards.SIX, hidden_boards.SIX_CAGES, True),
    "6 x 6, wrong last cell": (
        boards.changed(hidden_boards.SIX, 5, 5, 4),
        hidden_boards.SIX_CAGES,
        False,
    ),
    "12 x 12, solved": (hidden_boards.TWELVE, hidden_boards.TWELVE_ROWS_AS_CAGES, True),
    "7 x 7, solved": (hidden_boards.SEVEN, hidden_boards.SEVEN_ROWS_AS_CAGES, True),
    "7 x 7, last cell empty": (
        boards.changed(hidden_boards.SEVEN, 6, 6, 0),
        hidden_boards.SEVEN_ROWS_AS_CAGES,
        True,
    ),
}


@pytest.mark.parametrize(("puzzle", "cages", "expected"), TABLE.values(), ids=TABLE)
def test_board(puzzle, cages, expected):
    """check_valid returns whether a board of any size is valid so far"""
    assert check_valid(puzzle, cages) is expected


@pytest.mark.parametrize("filled", range(26), ids="{} cells filled".format)
def test_on_the_way_to_the_solution(filled):
    """check_valid returns True at every step on the way to the solution"""
    numbers = [number for row in boards.SOLUTION for number in row]
    numbers[filled:] = [0] * (25 - filled)
    puzzle = [numbers[start : start + 5] for start in range(0, 25, 5)]
    assert check_valid(puzzle, boards.CAGES) is True


def test_row_alone():
    """check_valid returns False if only a row is invalid"""
    assert check_valid([[2, 2], [0, 0]], [[4, 2, 0, 1], [2, 2, 2, 3]]) is False


def test_column_alone():
    """check_valid returns False if only a column is invalid"""
    assert check_valid([[2, 0], [2, 0]], [[4, 2, 0, 2], [2, 2, 1, 3]]) is False


def test_cage_alone():
    """check_valid returns False if only a cage is invalid"""
    assert check_valid([[2, 1], [0, 0]], [[4, 2, 0, 1], [2, 2, 2, 3]]) is False


def test_no_cages():
    """check_valid checks rows and columns if the list of cages is empty"""
    assert check_valid(boards.PARTLY_FILLED, []) is True
    assert check_valid(boards.changed(boards.PARTLY_FILLED, 0, 4, 4), []) is False


def test_every_call_by_itself():
    """check_valid returns the same for a board, whatever boards it has checked before"""
    invalid = boards.changed(boards.SOLUTION, 0, 0, 3)
    for puzzle, cages, expected in [
        (boards.SOLUTION, boards.CAGES, True),
        (invalid, boards.CAGES, False),
        (boards.SOLUTION, boards.CAGES, True),
        (hidden_boards.SIX, hidden_boards.SIX_CAGES, True),
        (boards.changed(hidden_boards.SIX, 5, 5, 4), hidden_boards.SIX_CAGES, False),
        (boards.empty(5), boards.CAGES, True),
    ]:
        assert check_valid(puzzle, cages) is expected
