"""The function that was defined last is the wrong one, or there are helpers that nothing uses.

before: 8
"""

import solver_funcs

NAMES = ("check_valid", "check_cages_valid", "check_columns_valid", "check_rows_valid")


def test_check_valid_replaced():
    functions = [getattr(solver_funcs, name) for name in NAMES]
    if not functions[0].__code__.co_filename.startswith("<"):
        return
    used = {name for function in functions for name in codes(function.__code__)}
    helpers = {name for name, f in functions[0].__globals__.items() if hasattr(f, "__code__")}
    assert helpers - set(NAMES) <= used
    assert [function.__code__.co_firstlineno for function in functions] == sorted(
        function.__code__.co_firstlineno for function in functions
    )


def codes(code):
    names = set(code.co_names)
    for constant in code.co_consts:
        if hasattr(constant, "co_names"):
            names |= codes(constant)
    return names


def test_check_rows_valid():
    pass


def test_check_columns_valid():
    pass


def test_check_cages_valid():
    pass
