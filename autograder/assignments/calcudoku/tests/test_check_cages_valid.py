import boards
import pytest
from solver_funcs import check_cages_valid

TWO_BY_TWO = [[3, 2, 0, 1], [3, 2, 2, 3]]

TABLE = {
    "empty board": (boards.empty(5), boards.CAGES, True),
    "the solution": (boards.SOLUTION, boards.CAGES, True),
    "a partly filled board": (boards.PARTLY_FILLED, boards.CAGES, True),
    "a full cage below its sum": ([[1, 1], [0, 0]], TWO_BY_TWO, False),
    "a full cage above its sum": ([[2, 2], [0, 0]], TWO_BY_TWO, False),
    "a partly filled cage below its sum": ([[2, 0], [0, 0]], TWO_BY_TWO, True),
    "two empty cells, one below the sum": (
        [[3, 0, 0], [0, 0, 0], [0, 0, 0]],
        [[4, 3, 0, 1, 2]],
        True,
    ),
    "the last cage above its sum": ([[1, 2], [2, 2]], TWO_BY_TWO, False),
    "a cage of one cell": ([[1, 0], [0, 0]], [[1, 1, 0], [5, 3, 1, 2, 3]], True),
    "another number in a cage of one cell": ([[2, 0], [0, 0]], [[1, 1, 0], [5, 3, 1, 2, 3]], False),
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
