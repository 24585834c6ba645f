"""The first value is returned unless the domain is empty.

caught by: domains
"""


def get_value_of(domains, position):
    domain = domains[position]
    return domain[0] if domain else None
