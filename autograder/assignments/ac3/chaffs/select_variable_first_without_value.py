"""The first position without a value is selected, however large its domain.

caught by: select_variable
"""


def select_variable(domains):
    return next(position for position, domain in domains.items() if len(domain) > 1)
