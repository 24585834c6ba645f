"""The other three functions are given: each returns what is right for the board."""

import boards
import hidden_boards
import pytest
import solver_funcs
from solver_funcs import check_valid

ALL = (True, True, True)
CORNER = [[5, 3, 0, 1, 3], [1, 1, 2]]

TABLE = {
    "1 x 1, empty": ([[0]], [[1, 1, 0]], ALL),
    "1 x 1, solved": ([[1]], [[1, 1, 0]], ALL),
    "1 x 1, wrong": ([[1]], [[2, 1, 0]], (True, True, False)),
    "2 x 2, solved": ([[2, 1], [1, 2]], CORNER, ALL),
    "2 x 2, a cage is invalid": ([[1, 2], [2, 1]], CORNER, (True, True, False)),
    "2 x 2, only a row": ([[2, 2], [0, 0]], [[4, 2, 0, 1], [2, 2, 2, 3]], (False, True, True)),
    "2 x 2, only a column": ([[2, 0], [2, 0]], [[4, 2, 0, 2], [2, 2, 1, 3]], (True, False, True)),
    "2 x 2, only a cage": ([[2, 1], [0, 0]], [[4, 2, 0, 1], [2, 2, 2, 3]], (True, True, False)),
    "2 x 2, a row and a column": ([[2, 2], [2, 0]], [[6, 3, 0, 1, 2]], (False, False, True)),
    "2 x 2, a row and a cage": ([[2, 2], [1, 0]], [[3, 2, 0, 1]], (False, True, False)),
    "2 x 2, a column and a cage": ([[2, 1], [2, 0]], [[1, 2, 0, 1]], (True, False, False)),
    "2 x 2, a row, a column and a cage": ([[2, 2], [2, 0]], [[3, 2, 0, 1]], (False,) * 3),
    "3 x 3, a row": ([[2, 2, 0], [0, 0, 0], [0, 0, 0]], [[4, 2, 0, 1]], (False, True, True)),
    "4 x 4, a column": (
        [[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 4]],
        [[10, 4, 0, 1, 2, 3], [10, 4, 4, 5, 6, 7], [10, 4, 8, 9, 10, 11], [13, 4, 12, 13, 14, 15]],
        (False, False, True),
    ),
    "5 x 5, partly filled": (boards.PARTLY_FILLED, boards.CAGES, ALL),
    "5 x 5, last cell empty": (boards.changed(boards.SOLUTION, 4, 4, 0), boards.CAGES, ALL),
    "5 x 5, last row is invalid": (
        boards.changed(boards.SOLUTION, 4, 4, 1),
        boards.CAGES,
        (False, False, False),
    ),
    "5 x 5, a partly filled cage has reached its sum": (
        [[5, 0, 0, 0, 0], *boards.empty(5)[1:]],
        boards.CAGES,
        (True, True, False),
    ),
    "5 x 5, no cages": (boards.PARTLY_FILLED, [], ALL),
    "5 x 5, a row and no cages": (
        boards.changed(boards.PARTLY_FILLED, 0, 4, 4),
        [],
        (False, True, True),
    ),
    "6 x 6, solved": (hidden_boards.SIX, hidden_boards.SIX_CAGES, ALL),
    "6 x 6, wrong last cell": (
        boards.changed(hidden_boards.SIX, 5, 5, 4),
        hidden_boards.SIX_CAGES,
        (False, False, False),
    ),
    "7 x 7, last cell empty": (
        boards.changed(hidden_boards.SEVEN, 6, 6, 0),
        hidden_boards.SEVEN_ROWS_AS_CAGES,
        ALL,
    ),
    "12 x 12, solved": (hidden_boards.TWELVE, hidden_boards.TWELVE_ROWS_AS_CAGES, ALL),
}


@pytest.mark.parametrize(("puzzle", "cages", "given"), TABLE.values(), ids=TABLE)
def test_board(monkeypatch, puzzle, cages, given):
    """check_valid returns whether a board of any size is valid so far"""
    boards.give(monkeypatch, solver_funcs, cages, given)
    assert check_valid(puzzle, cages) is all(given)


@pytest.mark.parametrize("filled", [1, 9, 24, 25], ids="{} cells filled".format)
def test_on_the_way_to_the_solution(monkeypatch, filled):
    """check_valid returns True at every step on the way to the solution"""
    numbers = [number for row in boards.SOLUTION for number in row]
    numbers[filled:] = [0] * (25 - filled)
    puzzle = [numbers[start : start + 5] for start in range(0, 25, 5)]
    boards.give(monkeypatch, solver_funcs, boards.CAGES, ALL)
    assert check_valid(puzzle, boards.CAGES) is True


def test_every_call_by_itself(monkeypatch):
    """check_valid returns the same for a board, whatever boards it has checked before"""
    for puzzle, cages, given in [
        (boards.SOLUTION, boards.CAGES, ALL),
        (boards.changed(boards.SOLUTION, 0, 0, 3), boards.CAGES, (False, False, False)),
        (boards.SOLUTION, boards.CAGES, ALL),
        (hidden_boards.SIX, hidden_boards.SIX_CAGES, ALL),
        (boards.changed(hidden_boards.SIX, 5, 5, 6), [], (False, False, True)),
        (boards.empty(5), boards.CAGES, ALL),
    ]:
        boards.give(monkeypatch, solver_funcs, cages, given)
        assert check_valid(puzzle, cages) is all(given)
