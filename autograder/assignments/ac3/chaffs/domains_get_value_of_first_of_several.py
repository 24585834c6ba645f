"""The first value is returned even when there are several.

caught by: domains
"""


def get_value_of(domains, position):
    domain = domains[position]
    return domain[0] if domain else None
