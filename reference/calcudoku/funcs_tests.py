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


def test_check_rows_valid_solution() -> None:
    assert check_rows_valid(SOLUTION) is True


def test_check_rows_valid_empty_cells_are_no_duplicates() -> None:
    assert check_rows_valid([[0, 0, 1], [0, 2, 0], [0, 0, 0]]) is True


def test_check_rows_valid_last_row() -> None:
    assert check_rows_valid([[1, 2, 3], [2, 3, 1], [0, 3, 3]]) is False


def test_check_rows_valid_ignores_columns() -> None:
    assert check_rows_valid([[1, 2], [1, 2]]) is True


def test_check_rows_valid_numbers_with_two_digits() -> None:
    puzzle = [[0] * 12 for _ in range(12)]
    puzzle[3] = [0, 1, 0, 11, 0, 12, 0, 2, 0, 10, 0, 0]
    assert check_rows_valid(puzzle) is True


def test_check_columns_valid_solution() -> None:
    assert check_columns_valid(SOLUTION) is True


def test_check_columns_valid_empty_cells_are_no_duplicates() -> None:
    assert check_columns_valid([[0, 0, 1], [0, 2, 0], [0, 0, 0]]) is True


def test_check_columns_valid_same_number_at_both_ends() -> None:
    assert check_columns_valid([[3, 1, 2], [1, 0, 0], [3, 0, 0]]) is False


def test_check_columns_valid_below_an_empty_cell() -> None:
    assert check_columns_valid([[0, 0, 0], [2, 0, 0], [2, 0, 0]]) is False


def test_check_columns_valid_last_column() -> None:
    assert check_columns_valid([[1, 2, 3], [2, 1, 3], [0, 0, 0]]) is False


def test_check_columns_valid_ignores_rows() -> None:
    assert check_columns_valid([[1, 1], [2, 2]]) is True


def test_check_cages_valid_solution() -> None:
    assert check_cages_valid(SOLUTION, CAGES) is True


def test_check_cages_valid_empty_board() -> None:
    assert check_cages_valid([[0, 0], [0, 0]], [[3, 2, 0, 1], [3, 2, 2, 3]]) is True


def test_check_cages_valid_no_cages() -> None:
    assert check_cages_valid([[1, 0], [0, 0]], []) is True


def test_check_cages_valid_full_cage_below_its_sum() -> None:
    assert check_cages_valid([[1, 2], [0, 0]], [[4, 2, 0, 1], [2, 2, 2, 3]]) is False


def test_check_cages_valid_full_cage_above_its_sum() -> None:
    assert check_cages_valid([[2, 0], [2, 0]], [[3, 2, 0, 2], [3, 2, 1, 3]]) is False


def test_check_cages_valid_partial_cage_below_its_sum() -> None:
    assert check_cages_valid([[2, 0], [0, 0]], [[3, 2, 0, 1], [3, 2, 2, 3]]) is True


def test_check_cages_valid_partial_cage_at_its_sum() -> None:
    assert check_cages_valid([[0, 3, 0], [0, 0, 0], [0, 0, 0]], [[3, 2, 0, 1]]) is False


def test_check_cages_valid_two_empty_cells_at_its_sum() -> None:
    assert check_cages_valid([[3, 0, 0], [0, 0, 0], [0, 0, 0]], [[3, 3, 0, 1, 2]]) is False


def test_check_cages_valid_partial_cage_above_its_sum() -> None:
    assert check_cages_valid([[2, 3, 0], [0, 0, 0], [0, 0, 0]], [[4, 3, 0, 1, 2]]) is False


def test_check_cages_valid_partial_cage_without_room_for_ones() -> None:
    assert check_cages_valid([[2, 0, 0], [0, 0, 0], [0, 0, 0]], [[3, 3, 0, 1, 2]]) is True


def test_check_cages_valid_last_cage() -> None:
    assert check_cages_valid([[1, 2], [2, 1]], [[3, 2, 0, 1], [2, 1, 2], [2, 1, 3]]) is False


def test_check_cages_valid_cells_of_two_rows() -> None:
    assert check_cages_valid([[1, 2], [2, 1]], [[2, 2, 0, 3], [4, 2, 1, 2]]) is True


def test_check_valid_solution() -> None:
    assert check_valid(SOLUTION, CAGES) is True


def test_check_valid_invalid_row() -> None:
    assert check_valid([[1, 1], [0, 0]], [[2, 2, 0, 1], [4, 2, 2, 3]]) is False


def test_check_valid_invalid_column() -> None:
    assert check_valid([[1, 0], [1, 0]], [[2, 2, 0, 2], [4, 2, 1, 3]]) is False


def test_check_valid_invalid_cage() -> None:
    assert check_valid([[1, 2], [0, 0]], [[2, 2, 0, 1], [4, 2, 2, 3]]) is False
