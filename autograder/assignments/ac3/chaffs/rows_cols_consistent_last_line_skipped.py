"""The last row and the last column are not checked.

caught by: rows_cols_consistent
"""


def rows_cols_consistent(domains, size):
    for i in range(size - 1):
        for line in ([(i, k) for k in range(size)], [(k, i) for k in range(size)]):
            values = [domains[p][0] for p in line if len(domains[p]) == 1]
            if len(set(values)) < len(values):
                return False
    return True
