"""A position is read as (column, row).

caught by: domains
"""


def get_value_of(domains, position):
    column, row = position
    domain = domains[row, column]
    return domain[0] if len(domain) == 1 else None
