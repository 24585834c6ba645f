"""The dict is copied, the lists in it are not.

caught by: assign_value
"""


def assign_value(domains, position, value):
    assigned = dict(domains)
    assigned[position] = [value]
    return assigned
