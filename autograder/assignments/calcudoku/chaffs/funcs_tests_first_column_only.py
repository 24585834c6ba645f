"""In the tests of columns only the first column is ever invalid.

caught by: funcs_tests
"""


def test_check_columns_valid_last_column():
    assert check_columns_valid([[1, 2, 3], [1, 3, 2], [0, 0, 0]]) is False
