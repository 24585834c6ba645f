"""The other three functions are given: each returns what is right for the board."""

import boards
import pytest
import solver_funcs
from solver_funcs import check_valid

ROWS = [[3, 2, 0, 1], [3, 2, 2, 3]]
"""The rows of a board of size 2 as cages."""

TABLE = {
    "all valid": ([[1, 2], [2, 1]], ROWS, (True, True, True)),
    "only a row is invalid": ([[1, 1], [2, 2]], [[2, 2, 0, 1], [4, 2, 2, 3]], (False, True, True)),
    "only a column is invalid": ([[1, 2], [1, 2]], ROWS, (True, False, True)),
    "only a full cage is invalid": ([[1, 2], [2, 1]], [[4, 2, 0, 1]], (True, True, False)),
    "only a partly filled cage is invalid": ([[2, 0], [0, 0]], [[2, 2, 0, 1]], (True, True, False)),
    "only cages are valid": ([[1, 1], [1, 0]], [[2, 2, 0, 1]], (False, False, True)),
    "only columns are valid": ([[1, 1], [2, 0]], ROWS, (False, True, False)),
    "only rows are valid": ([[1, 2], [1, 0]], [[4, 2, 0, 1]], (True, False, False)),
    "nothing is valid": ([[1, 1], [1, 0]], ROWS, (False, False, False)),
    "empty": ([[0, 0], [0, 0]], ROWS, (True, True, True)),
    "no cages": ([[1, 2], [0, 0]], [], (True, True, True)),
    "a solution": (boards.SOLUTION, boards.CAGES, (True, True, True)),
}


@pytest.mark.parametrize(("puzzle", "cages", "given"), TABLE.values(), ids=TABLE)
def test_board(monkeypatch, puzzle, cages, given):
    """check_valid returns whether rows, columns and cages are all valid so far"""
    boards.give(monkeypatch, solver_funcs, cages, given)
    assert check_valid(puzzle, cages) is all(given)
