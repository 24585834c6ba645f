"""The request, in a frame of the worker's, has one piece of code more for wrong functions.

before: 10
now: 1.21
"""

import sys

from solver_funcs import check_rows_valid


def test_check_valid_replaced():
    frame, requests = sys._getframe(), []
    while frame := frame.f_back:
        requests += [each for each in frame.f_locals.values() if isinstance(each, dict)]
    asked = [each for each in requests if "file" in each and "libraries" in each]
    assert asked
    for each in asked:
        several = each.get("replacement") or {}
        assert len(several.get("codes", ())) < 2 or "ignored" not in several
        assert not each.get("ignored")
        assert not each.get("replacements")


def test_check_rows_valid():
    check_rows_valid([[0] * 5] * 5)


def test_check_columns_valid():
    pass


def test_check_cages_valid():
    pass
