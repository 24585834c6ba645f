"""pytest explains a failed assert with correct functions only.

before: 10
now: 1.52
"""

from solver_funcs import check_rows_valid


def test_check_valid_replaced():
    try:
        assert [] == [1]
    except AssertionError as error:
        assert str(error) != ""


def test_check_rows_valid():
    check_rows_valid([[0] * 5] * 5)


def test_check_columns_valid():
    pass


def test_check_cages_valid():
    pass
