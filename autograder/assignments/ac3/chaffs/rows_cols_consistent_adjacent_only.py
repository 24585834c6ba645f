"""Only adjacent positions are compared.

caught by: rows_cols_consistent
"""


def rows_cols_consistent(domains, size):
    positions = [(row, column) for row in range(size) for column in range(size)]
    for row, column in positions:
        value = get_value_of(domains, (row, column))
        for other in ((row + 1, column), (row, column + 1)):
            if value is not None and other in positions and value == get_value_of(domains, other):
                return False
    return True
