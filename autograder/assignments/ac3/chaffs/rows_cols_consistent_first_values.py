"""The first value of every domain counts as its value.

caught by: rows_cols_consistent
"""


def rows_cols_consistent(domains, size):
    for i in range(size):
        row = [domains[i, k][0] for k in range(size)]
        column = [domains[k, i][0] for k in range(size)]
        if len(set(row)) < size or len(set(column)) < size:
            return False
    return True
