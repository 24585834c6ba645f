"""The answers are compared, but nothing is asserted of the comparison.

caught by: funcs_tests
"""


def test_check_valid_row_at_fault():
    check_valid([[1, 1], [0, 0]], [[2, 2, 0, 1], [4, 2, 2, 3]]) is False  # noqa: B015 - that is the mistake


def test_check_valid_column_at_fault():
    check_valid([[1, 0], [1, 0]], [[2, 2, 0, 2], [4, 2, 1, 3]]) is False  # noqa: B015 - that is the mistake


def test_check_valid_cage_at_fault():
    check_valid([[1, 2], [0, 0]], [[2, 2, 0, 1], [4, 2, 2, 3]]) is False  # noqa: B015 - that is the mistake
