"""The domain is returned instead of the value in it.

caught by: domains
"""


def get_value_of(domains, position):
    domain = domains[position]
    return domain if len(domain) == 1 else None
