import boards
import pytest
from solver_funcs import check_cages_valid

TWO_BY_TWO = [[3, 2, 0, 1], [3, 2, 2, 3]]

TABLE = {
    "2 x 2, solved": ([[1, 2], [2, 1]], TWO_BY_TWO, True),
    "2 x 2, empty": ([[0, 0], [0, 0]], TWO_BY_TWO, True),
    "no cages": ([[1, 0], [0, 0]], [], True),
    "a full cage below its sum": ([[1, 1], [0, 0]], TWO_BY_TWO, False),
    "a full cage above its sum": ([[2, 2], [0, 0]], TWO_BY_TWO, False),
    "a partly filled cage below its sum": ([[2, 0], [0, 0]], TWO_BY_TWO, True),
    "a partly filled cage far below its sum": ([[1, 0], [0, 0]], [[9, 2, 0, 1]], True),
    "its first cell is empty, below the sum": ([[0, 2], [0, 0]], TWO_BY_TWO, True),
    "its first cell is empty, at the sum": ([[0, 2], [0, 0]], [[2, 2, 0, 1]], False),
    "the last cage above its sum": ([[1, 2], [2, 2]], TWO_BY_TWO, False),
    "a wrong cage after a partly filled one": ([[1, 0], [2, 2]], TWO_BY_TWO, False),
    "a partly filled cage at its sum after a full one": (
        [[1, 2], [2, 0]],
        [[3, 2, 0, 1], [2, 2, 2, 3]],
        False,
    ),
    "a cage of one cell": ([[1, 0], [0, 0]], [[1, 1, 0], [5, 3, 1, 2, 3]], True),
    "another number in a cage of one cell": ([[2, 0], [0, 0]], [[1, 1, 0], [5, 3, 1, 2, 3]], False),
    "a number twice in a cage": ([[1, 2], [2, 0]], [[4, 2, 1, 2]], True),
    "cells out of order": ([[1, 0], [2, 2]], [[5, 3, 3, 0, 2]], True),
    "cells out of order, partly filled": ([[0, 1], [0, 2]], [[3, 3, 3, 0, 1]], False),
    "two empty cells, one below the sum": (
        [[3, 0, 0], [0, 0, 0], [0, 0, 0]],
        [[4, 3, 0, 1, 2]],
        True,
    ),
    "two empty cells, at the sum": ([[3, 0, 0], [0, 0, 0], [0, 0, 0]], [[3, 3, 0, 1, 2]], False),
    "a partly filled board": (boards.PARTLY_FILLED, boards.CAGES, True),
    "the solution": (boards.SOLUTION, boards.CAGES, True),
}


@pytest.mark.parametrize(("puzzle", "cages", "expected"), TABLE.values(), ids=TABLE)
def test_cages(puzzle, cages, expected):
    """check_cages_valid returns whether every cage is valid so far"""
    assert check_cages_valid(puzzle, cages) is expected


def test_partial_sum_at_the_target():
    """check_cages_valid returns False if a partly filled cage has reached its sum"""
    puzzle = [[3, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert check_cages_valid(puzzle, [[3, 2, 0, 1], [9, 3, 2, 5, 8]]) is False


def test_partial_sum_above_the_target():
    """check_cages_valid returns False if a partly filled cage is above its sum"""
    puzzle = [[3, 2, 0], [0, 0, 0], [0, 0, 0]]
    assert check_cages_valid(puzzle, [[4, 3, 0, 1, 2]]) is False


def test_cells_go_by_rows():
    """check_cages_valid numbers the cells row by row: on a 3 x 3 board, cell 3 begins row 1"""
    puzzle = [[1, 2, 3], [2, 0, 0], [0, 0, 0]]
    assert check_cages_valid(puzzle, [[3, 2, 0, 3], [9, 4, 1, 2, 4, 5]]) is True


def test_number_of_cells_is_not_added():
    """check_cages_valid adds up only the numbers in the cells of a cage"""
    assert check_cages_valid([[1, 2], [0, 0]], [[5, 2, 0, 1], [3, 2, 2, 3]]) is False


def test_every_call_by_itself():
    """check_cages_valid returns the same for a board, whatever boards it has checked before"""
    for puzzle, expected in [([[1, 2], [0, 0]], True), ([[1, 1], [0, 0]], False)] * 2:
        assert check_cages_valid(puzzle, TWO_BY_TWO) is expected
