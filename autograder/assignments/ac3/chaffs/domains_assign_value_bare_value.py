"""The domain becomes the value itself instead of a list with it.

caught by: domains
"""


def assign_value(domains, position, value):
    assigned = copy_domains(domains)
    assigned[position] = value
    return assigned
