"""Columns are not checked.

caught by: rows_cols_consistent
"""


def rows_cols_consistent(domains, size):
    for row in range(size):
        line = [domains[row, column] for column in range(size)]
        values = [domain[0] for domain in line if len(domain) == 1]
        if len(set(values)) < len(values):
            return False
    return True
