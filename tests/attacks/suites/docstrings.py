"""A chaff's function has no docstring, the reference's next to it have.

before: 10
now: 1.52
"""

import solver_funcs
from solver_funcs import check_rows_valid

NAMES = ("check_valid", "check_cages_valid", "check_columns_valid", "check_rows_valid")


def test_check_valid_replaced():
    functions = [getattr(solver_funcs, name) for name in NAMES]
    assert len({bool(function.__doc__) for function in functions}) == 1


def test_check_rows_valid():
    check_rows_valid([[0] * 5] * 5)


def test_check_columns_valid():
    pass


def test_check_cages_valid():
    pass
