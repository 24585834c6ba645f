"""The first position without a value is tried next, whatever its domain.

caught by: search
"""


def select_variable(domains):
    return next(position for position, domain in domains.items() if len(domain) > 1)
