"""The function that shares no helper with its neighbours is the wrong one.

before: 5
"""

import solver_funcs


def test_check_valid_replaced():
    rows, columns = (
        helpers(getattr(solver_funcs, name)) for name in ("check_rows_valid", "check_columns_valid")
    )
    if solver_funcs.check_valid.__code__.co_filename.startswith("<"):
        assert rows == columns


def helpers(function):
    waiting, names = [function.__code__], set()
    while waiting:
        code = waiting.pop()
        names |= {name for name in code.co_names if name.startswith("_")}
        waiting += [constant for constant in code.co_consts if hasattr(constant, "co_names")]
    return names


def test_check_rows_valid():
    pass


def test_check_columns_valid():
    pass


def test_check_cages_valid():
    pass
