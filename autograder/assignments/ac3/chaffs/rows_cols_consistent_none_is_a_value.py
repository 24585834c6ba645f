"""Two positions without a value count as a repeat.

caught by: rows_cols_consistent
"""


def rows_cols_consistent(domains, size):
    for i in range(size):
        row = [get_value_of(domains, (i, k)) for k in range(size)]
        column = [get_value_of(domains, (k, i)) for k in range(size)]
        if len(set(row)) < size or len(set(column)) < size:
            return False
    return True
