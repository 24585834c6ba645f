"""A test expects two empty cells to be a duplicate.

caught by: funcs_tests
"""


def test_check_rows_valid_empty_cells_are_no_duplicates():
    assert check_rows_valid([[0, 0, 1], [0, 2, 0], [0, 0, 0]]) is False
