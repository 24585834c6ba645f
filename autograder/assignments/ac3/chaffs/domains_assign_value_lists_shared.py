"""The dict is copied, but not the lists in it.

caught by: domains
"""


def assign_value(domains, position, value):
    assigned = dict(domains)
    assigned[position] = [value]
    return assigned
