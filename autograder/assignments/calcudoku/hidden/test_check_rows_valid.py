import boards
import hidden_boards
import pytest
from solver_funcs import check_rows_valid

ONE_AND_TWELVE = boards.empty(12)
ONE_AND_TWELVE[0][0], ONE_AND_TWELVE[0][5] = 1, 12

TABLE = {
    "1 x 1, empty": ([[0]], True),
    "1 x 1, filled": ([[1]], True),
    "2 x 2, last row": ([[1, 2], [2, 2]], False),
    "2 x 2, solved": ([[1, 2], [2, 1]], True),
    "3 x 3, middle row": ([[1, 2, 3], [3, 0, 3], [0, 0, 0]], False),
    "4 x 4, last row": ([[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 1, 1]], False),
    "6 x 6, solved": (hidden_boards.SIX, True),
    "6 x 6, last row": (boards.changed(hidden_boards.SIX, 5, 5, 6), False),
    "6 x 6, last two cells of a row": (boards.changed(hidden_boards.SIX, 2, 5, 1), False),
    "7 x 7, solved": (hidden_boards.SEVEN, True),
    "7 x 7, a 7 twice in the last row": (boards.changed(hidden_boards.SEVEN, 6, 6, 7), False),
    "a number twice in adjacent cells": (boards.changed(boards.SOLUTION, 2, 3, 5), False),
    "a number twice, at both ends": (boards.changed(boards.SOLUTION, 3, 4, 3), False),
    "two duplicates with the right sum": (
        [[1, 1, 3, 5, 5], *boards.empty(5)[1:]],
        False,
    ),
    "a number three times": ([[3, 3, 3], [0, 0, 0], [0, 0, 0]], False),
    "12 x 12, solved": (hidden_boards.TWELVE, True),
    "12 x 12, a 12 twice": (boards.changed(hidden_boards.TWELVE, 0, 0, 12), False),
    "12 x 12, only 1 and 12": (ONE_AND_TWELVE, True),
    "9 x 9, a 9 before a 1 in a row": (boards.board(9, {(0, 0): 9, (0, 1): 1}), True),
    "9 x 9, a 9 twice": (boards.board(9, {(0, 0): 9, (0, 8): 9}), False),
    "16 x 16, 16 before 8 before 1": (boards.board(16, {(3, 2): 16, (3, 9): 8, (3, 12): 1}), True),
}


@pytest.mark.parametrize(("puzzle", "expected"), TABLE.values(), ids=TABLE)
def test_rows(puzzle, expected):
    """check_rows_valid returns whether no row repeats a number, on a board of any size"""
    assert check_rows_valid(puzzle) is expected


@pytest.mark.parametrize("row", range(5), ids="row {}".format)
def test_every_row(row):
    """check_rows_valid checks every row"""
    puzzle = boards.changed(boards.SOLUTION, row, 0, boards.SOLUTION[row][4])
    assert check_rows_valid(puzzle) is False


def test_columns_play_no_part():
    """check_rows_valid returns True if only columns contain a number twice"""
    assert check_rows_valid([[1, 2, 3, 4]] * 4) is True


def test_same_number_in_every_row():
    """check_rows_valid checks each row separately"""
    assert check_rows_valid([[0, 2, 0], [2, 0, 0], [0, 0, 2]]) is True


def test_every_call_by_itself():
    """check_rows_valid returns the same for a board, whatever boards it has checked before"""
    invalid = boards.changed(boards.SOLUTION, 0, 0, 3)
    for puzzle, expected in [
        (boards.SOLUTION, True),
        (invalid, False),
        (boards.SOLUTION, True),
        (hidden_boards.SIX, True),
        (boards.changed(hidden_boards.SIX, 5, 5, 6), False),
        (boards.empty(3), True),
    ]:
        assert check_rows_valid(puzzle) is expected
