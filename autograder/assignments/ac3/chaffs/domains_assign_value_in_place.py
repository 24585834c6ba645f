"""The domains that were passed are changed.

caught by: domains
"""


def assign_value(domains, position, value):
    domains[position] = [value]
    return domains
