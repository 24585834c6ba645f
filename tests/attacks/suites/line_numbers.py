"""A chaff's function stands behind all others: helpers, and the reference's of the same name.

before: 10
"""

import solver_funcs

NAMES = ("check_valid", "check_cages_valid", "check_columns_valid", "check_rows_valid")


def test_check_valid_replaced():
    codes = [getattr(solver_funcs, name).__code__ for name in NAMES]
    lines = [code.co_firstlineno for code in codes]
    others = vars(solver_funcs)["check_valid"].__globals__
    helpers = [
        found.__code__.co_firstlineno
        for name, found in others.items()
        if name.startswith("_") and hasattr(found, "__code__") and name not in NAMES
    ]
    if codes[0].co_filename.startswith("<"):
        assert lines == sorted(lines)
        assert all(line > lines[-1] for line in helpers)


def test_check_rows_valid():
    pass


def test_check_columns_valid():
    pass


def test_check_cages_valid():
    pass
