"""Tests of solver_funcs.py. Run them in this folder: python check.pyz pytest funcs_tests.py

Write a separate function for each test. Its name begins with test_, followed by the name of the
function that it tests and by what is special about the board.
"""

from solver_funcs import check_cages_valid, check_columns_valid, check_rows_valid, check_valid

CAGES = [
    [5, 2, 0, 5],
    [8, 3, 1, 2, 6],
    [8, 2, 3, 8],
    [6, 3, 4, 9, 14],
    [13, 3, 7, 12, 13],
    [5, 2, 10, 15],
    [14, 4, 11, 16, 20, 21],
    [6, 3, 17, 18, 22],
    [10, 3, 19, 23, 24],
]

SOLUTION = [
    [4, 1, 2, 5, 3],
    [1, 5, 4, 3, 2],
    [2, 3, 5, 4, 1],
    [3, 4, 1, 2, 5],
    [5, 2, 3, 1, 4],
]


def test_check_rows_valid_same_number_at_both_ends() -> None:
    """A worked example: the first row contains two 4s, so the board is not valid."""
    puzzle = [
        [4, 1, 2, 0, 4],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ]
    assert check_rows_valid(puzzle) is False
