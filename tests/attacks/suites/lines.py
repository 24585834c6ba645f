"""The lines of a chaff's function are not after those of the reference's before it.

before: 8.06
now: 1.21
"""

import solver_funcs
from solver_funcs import check_rows_valid

NAMES = ("check_valid", "check_cages_valid", "check_columns_valid", "check_rows_valid")


def test_check_valid_replaced():
    lines = [getattr(solver_funcs, name).__code__.co_firstlineno for name in NAMES]
    assert lines in (sorted(lines), sorted(lines, reverse=True)) or min(lines) > 8


def test_check_rows_valid():
    check_rows_valid([[0] * 5] * 5)


def test_check_columns_valid():
    pass


def test_check_cages_valid():
    pass
