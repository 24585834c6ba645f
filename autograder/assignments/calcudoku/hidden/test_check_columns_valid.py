import boards
import hidden_boards
import pytest
from solver_funcs import check_columns_valid

ONE_AND_TWELVE = boards.empty(12)
ONE_AND_TWELVE[0][0], ONE_AND_TWELVE[5][0] = 1, 12

TABLE = {
    "1 x 1, empty": ([[0]], True),
    "1 x 1, filled": ([[1]], True),
    "2 x 2, last column": ([[1, 2], [0, 2]], False),
    "2 x 2, solved": ([[1, 2], [2, 1]], True),
    "3 x 3, middle column": ([[1, 3, 0], [2, 0, 0], [0, 3, 0]], False),
    "4 x 4, last column": ([[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 2]], False),
    "6 x 6, solved": (hidden_boards.SIX, True),
    "6 x 6, last column": (boards.changed(hidden_boards.SIX, 5, 5, 6), False),
    "6 x 6, last two cells of a column": (boards.changed(hidden_boards.SIX, 5, 2, 1), False),
    "7 x 7, solved": (hidden_boards.SEVEN, True),
    "7 x 7, a 7 twice in the last column": (boards.changed(hidden_boards.SEVEN, 6, 6, 7), False),
    "a number twice in adjacent cells": (boards.changed(boards.SOLUTION, 3, 2, 5), False),
    "a number twice, at both ends": (boards.changed(boards.SOLUTION, 4, 3, 5), False),
    "two duplicates with the right sum": (
        [[number, 0, 0, 0, 0] for number in (1, 1, 3, 5, 5)],
        False,
    ),
    "a number three times": ([[0, 3, 0], [0, 3, 0], [0, 3, 0]], False),
    "12 x 12, solved": (hidden_boards.TWELVE, True),
    "12 x 12, a 12 twice": (boards.changed(hidden_boards.TWELVE, 0, 0, 12), False),
    "12 x 12, only 1 and 12": (ONE_AND_TWELVE, True),
    "9 x 9, a 9 before a 1 in a column": (boards.board(9, {(0, 0): 9, (1, 0): 1}), True),
    "9 x 9, a 9 twice": (boards.board(9, {(0, 0): 9, (8, 0): 9}), False),
    "16 x 16, 16 before 8 before 1": (boards.board(16, {(2, 3): 16, (9, 3): 8, (12, 3): 1}), True),
}


@pytest.mark.parametrize(("puzzle", "expected"), TABLE.values(), ids=TABLE)
def test_columns(puzzle, expected):
    """check_columns_valid returns whether no column repeats a number, on a board of any size"""
    assert check_columns_valid(puzzle) is expected


@pytest.mark.parametrize("column", range(5), ids="column {}".format)
def test_every_column(column):
    """check_columns_valid checks every column"""
    puzzle = boards.changed(boards.SOLUTION, 0, column, boards.SOLUTION[4][column])
    assert check_columns_valid(puzzle) is False


def test_rows_play_no_part():
    """check_columns_valid returns True if only rows contain a number twice"""
    assert check_columns_valid([[1] * 4, [2] * 4, [3] * 4, [4] * 4]) is True


def test_same_number_in_every_column():
    """check_columns_valid checks each column separately"""
    assert check_columns_valid([[0, 2, 0], [2, 0, 0], [0, 0, 2]]) is True


def test_every_call_by_itself():
    """check_columns_valid returns the same for a board, whatever boards it has checked before"""
    invalid = boards.changed(boards.SOLUTION, 0, 0, 5)
    for puzzle, expected in [
        (boards.SOLUTION, True),
        (invalid, False),
        (boards.SOLUTION, True),
        (hidden_boards.SIX, True),
        (boards.changed(hidden_boards.SIX, 5, 5, 6), False),
        (boards.empty(3), True),
    ]:
        assert check_columns_valid(puzzle) is expected
