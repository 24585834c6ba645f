import boards
import hidden_boards
import pytest
from solver_funcs import check_cages_valid

STAIRS = [[4, 3, 0, 1, 3], [8, 3, 2, 5, 4], [6, 3, 6, 7, 8]]

TABLE = {
    "1 x 1, empty": ([[0]], [[1, 1, 0]], True),
    "1 x 1, filled": ([[1]], [[1, 1, 0]], True),
    "1 x 1, filled, wrong sum": ([[1]], [[2, 1, 0]], False),
    "2 x 2, one cage of all": ([[1, 2], [2, 1]], [[6, 4, 0, 1, 2, 3]], True),
    "2 x 2, one cage of all, one cell empty": ([[1, 2], [2, 0]], [[6, 4, 0, 1, 2, 3]], True),
    "3 x 3, first cage full": ([[1, 2, 0], [1, 0, 0], [0, 0, 0]], STAIRS, True),
    "3 x 3, first cage full, below its sum": ([[1, 1, 0], [1, 0, 0], [0, 0, 0]], STAIRS, False),
    "3 x 3, middle cage full, above its sum": ([[1, 2, 3], [1, 3, 3], [0, 0, 0]], STAIRS, False),
    "3 x 3, last cage full, below its sum": ([[1, 2, 3], [1, 2, 3], [3, 1, 1]], STAIRS, False),
    "3 x 3, two empty cells, one below the sum": (
        [[0, 0, 0], [0, 2, 0], [0, 0, 0]],
        [[3, 3, 3, 4, 5]],
        True,
    ),
    "3 x 3, two empty cells, far below the sum": (
        [[1, 0, 0], [0, 0, 0], [0, 0, 0]],
        [[14, 3, 0, 1, 2]],
        True,
    ),
    "3 x 3, full and valid": ([[1, 2, 3], [1, 2, 3], [3, 1, 2]], STAIRS, True),
    "4 x 4, a column": (
        [[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0], [4, 0, 0, 0]],
        [[10, 4, 0, 4, 8, 12]],
        True,
    ),
    "4 x 4, a column, wrong sum": (
        [[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0], [4, 0, 0, 0]],
        [[11, 4, 0, 4, 8, 12]],
        False,
    ),
    "3 x 3, a full cage that reaches its sum before its last cell": (
        [[1, 2, 3], [0, 0, 0], [0, 0, 0]],
        [[3, 3, 0, 1, 2]],
        False,
    ),
    "6 x 6, solved": (hidden_boards.SIX, hidden_boards.SIX_CAGES, True),
    "6 x 6, wrong last cell": (
        boards.changed(hidden_boards.SIX, 5, 5, 4),
        hidden_boards.SIX_CAGES,
        False,
    ),
    "7 x 7, solved": (hidden_boards.SEVEN, hidden_boards.SEVEN_ROWS_AS_CAGES, True),
    "7 x 7, last cell empty": (
        boards.changed(hidden_boards.SEVEN, 6, 6, 0),
        hidden_boards.SEVEN_ROWS_AS_CAGES,
        True,
    ),
    "12 x 12, solved": (hidden_boards.TWELVE, hidden_boards.TWELVE_ROWS_AS_CAGES, True),
    "12 x 12, wrong last cell": (
        boards.changed(hidden_boards.TWELVE, 11, 11, 10),
        hidden_boards.TWELVE_ROWS_AS_CAGES,
        False,
    ),
    "7 x 7, wrong last cell": (
        boards.changed(hidden_boards.SEVEN, 6, 6, 4),
        hidden_boards.SEVEN_ROWS_AS_CAGES,
        False,
    ),
}


@pytest.mark.parametrize(("puzzle", "cages", "expected"), TABLE.values(), ids=TABLE)
def test_cages(puzzle, cages, expected):
    """check_cages_valid returns whether every cage is valid so far, on a board of any size"""
    assert check_cages_valid(puzzle, cages) is expected


BLANKS = {
    "2 of 3 cells": ([[3, 0, 0], [0, 0, 0], [0, 0, 0]], [3, 0, 1, 2]),
    "2 of 4 cells": ([[1, 0, 0], [2, 0, 0], [0, 0, 0]], [4, 0, 1, 3, 4]),
    "3 of 4 cells": ([[0, 0, 0], [0, 3, 0], [0, 0, 0]], [4, 3, 4, 5, 8]),
    "the third of 4 cells": ([[1, 1, 0], [0, 1, 0], [0, 0, 0]], [4, 0, 1, 3, 4]),
    "the second and third of 4 cells": ([[2, 0, 0], [0, 1, 0], [0, 0, 0]], [4, 0, 1, 3, 4]),
}


@pytest.mark.parametrize(("puzzle", "cells"), BLANKS.values(), ids=BLANKS)
def test_number_of_empty_cells(puzzle, cells):
    """check_cages_valid returns False at the sum or above, however many cells are empty"""
    for cage_sum, expected in [(2, False), (3, False), (4, True)]:
        assert check_cages_valid(puzzle, [[cage_sum, *cells]]) is expected


NO_CAGES = {"empty": boards.empty(3), "partly filled": boards.PARTLY_FILLED}


@pytest.mark.parametrize("puzzle", NO_CAGES.values(), ids=NO_CAGES)
def test_no_cages(puzzle):
    """check_cages_valid returns True if the list of cages is empty"""
    assert check_cages_valid(puzzle, []) is True


def test_every_call_by_itself():
    """check_cages_valid returns the same for a board, whatever boards it has checked before"""
    invalid = boards.changed(boards.SOLUTION, 0, 0, 3)
    for puzzle, cages, expected in [
        (boards.SOLUTION, boards.CAGES, True),
        (invalid, boards.CAGES, False),
        (boards.SOLUTION, boards.CAGES, True),
        (hidden_boards.SIX, hidden_boards.SIX_CAGES, True),
        (boards.changed(hidden_boards.SIX, 5, 5, 4), hidden_boards.SIX_CAGES, False),
        (boards.empty(3), STAIRS, True),
    ]:
        assert check_cages_valid(puzzle, cages) is expected


@pytest.mark.parametrize("number", range(9), ids="cage {}".format)
def test_every_cage(number):
    """check_cages_valid checks every cage"""
    cages = [list(cage) for cage in boards.CAGES]
    cages[number][0] += 1
    assert check_cages_valid(boards.SOLUTION, cages) is False


PARTIAL = {
    "its first cell is empty": [[0, 1, 3], [0, 0, 0], [0, 0, 0]],
    "its middle cell is empty": [[1, 0, 3], [0, 0, 0], [0, 0, 0]],
    "its last cell is empty": [[1, 3, 0], [0, 0, 0], [0, 0, 0]],
}


@pytest.mark.parametrize("puzzle", PARTIAL.values(), ids=PARTIAL)
def test_partial_sum_at_the_target(puzzle):
    """check_cages_valid returns False if a partly filled cage has reached its sum"""
    assert check_cages_valid(puzzle, [[4, 3, 0, 1, 2]]) is False


@pytest.mark.parametrize("puzzle", PARTIAL.values(), ids=PARTIAL)
def test_partial_sum_just_below_the_target(puzzle):
    """check_cages_valid returns True if a partly filled cage is one below its sum"""
    assert check_cages_valid(puzzle, [[5, 3, 0, 1, 2]]) is True


@pytest.mark.parametrize("puzzle", PARTIAL.values(), ids=PARTIAL)
def test_partial_sum_above_the_target(puzzle):
    """check_cages_valid returns False if a partly filled cage is above its sum"""
    assert check_cages_valid(puzzle, [[3, 3, 0, 1, 2]]) is False


def test_partly_filled_cage_after_full_ones():
    """check_cages_valid checks partly filled cages that come after full ones"""
    cages = [[3, 2, 0, 1], [4, 2, 2, 3], [2, 2, 4, 5]]
    assert check_cages_valid([[1, 2, 3], [1, 2, 0], [0, 0, 0]], cages) is False


def test_full_cage_after_empty_ones():
    """check_cages_valid checks full cages that come after empty ones"""
    cages = [[9, 4, 4, 5, 7, 8], [5, 2, 3, 6], [4, 2, 0, 1], [1, 1, 2]]
    assert check_cages_valid([[1, 2, 0], [0, 0, 0], [0, 0, 0]], cages) is False


CELLS = {
    "along the second row": ([[0, 0, 0], [1, 2, 3], [0, 0, 0]], [6, 3, 3, 4, 5], True),
    "down the second column": ([[0, 1, 0], [0, 2, 0], [0, 1, 0]], [4, 3, 1, 4, 7], True),
    "a cage in the first row": ([[1, 3, 0], [2, 0, 0], [0, 0, 0]], [4, 2, 0, 1], True),
    "a cage in the first column": ([[1, 3, 0], [2, 0, 0], [0, 0, 0]], [3, 2, 0, 3], True),
    "the upper left cell is cell 0": ([[3, 0, 0], [0, 0, 0], [0, 0, 0]], [2, 1, 0], False),
    "4 is the last cell of a row of 5": (boards.PARTLY_FILLED, [3, 1, 4], True),
}


@pytest.mark.parametrize(("puzzle", "cage", "expected"), CELLS.values(), ids=CELLS)
def test_cells_go_by_rows(puzzle, cage, expected):
    """check_cages_valid numbers the cells from 0, row by row from the top"""
    assert check_cages_valid(puzzle, [cage]) is expected


def test_number_of_cells_is_not_added():
    """check_cages_valid does not add the number of cells to the total"""
    assert check_cages_valid([[1, 2], [0, 0]], [[5, 2, 0, 1]]) is False


def test_number_of_cells_is_no_cell():
    """check_cages_valid does not use the number of cells as a cell"""
    assert check_cages_valid([[1, 3, 2], [0, 0, 0], [0, 0, 0]], [[4, 2, 0, 1]]) is True


ORDER = {
    "the right sum": ([[1, 2, 3], [3, 0, 0], [0, 0, 0]], True),
    "below its sum": ([[1, 2, 3], [2, 0, 0], [0, 0, 0]], False),
    "partly filled": ([[1, 0, 3], [3, 0, 0], [0, 0, 0]], True),
    "partly filled, at its sum": ([[3, 0, 3], [3, 0, 0], [0, 0, 0]], False),
}


@pytest.mark.parametrize(("puzzle", "expected"), ORDER.values(), ids=ORDER)
def test_cells_in_any_order(puzzle, expected):
    """check_cages_valid accepts the cells of a cage in any order"""
    assert check_cages_valid(puzzle, [[9, 4, 3, 1, 2, 0]]) is expected


def test_duplicates_play_no_part():
    """check_cages_valid accepts duplicates; the other functions check them"""
    cages = [[4, 2, 0, 1], [2, 2, 2, 3]]
    assert check_cages_valid([[2, 2], [1, 1]], cages) is True
