"""Results are compared, but the comparison is not asserted.

caught by: funcs_tests
"""


def test_check_valid_invalid_row():
    check_valid([[1, 1], [0, 0]], [[2, 2, 0, 1], [4, 2, 2, 3]]) is False  # noqa: B015 - that is the mistake


def test_check_valid_invalid_column():
    check_valid([[1, 0], [1, 0]], [[2, 2, 0, 2], [4, 2, 1, 3]]) is False  # noqa: B015 - that is the mistake


def test_check_valid_invalid_cage():
    check_valid([[1, 2], [0, 0]], [[2, 2, 0, 1], [4, 2, 2, 3]]) is False  # noqa: B015 - that is the mistake
