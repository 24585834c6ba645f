"""Only the first six rows and columns are checked, as many as a puzzle has.

caught by: rows_cols_consistent
"""

_all_rows = rows_cols_consistent


def rows_cols_consistent(domains, size):
    return _all_rows(domains, min(size, 6))
