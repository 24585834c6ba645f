"""0 is returned when there is no value.

caught by: domains
"""


def get_value_of(domains, position):
    domain = domains[position]
    return domain[0] if len(domain) == 1 else 0
