"""A position with an empty domain makes its line inconsistent.

caught by: rows_cols_consistent
"""

_check = rows_cols_consistent


def rows_cols_consistent(domains, size):
    return all(domains.values()) and _check(domains, size)
