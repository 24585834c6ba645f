"""The value is put in place of the domain, not into one.

caught by: assign_value
"""


def assign_value(domains, position, value):
    assigned = copy_domains(domains)
    assigned[position] = value
    return assigned
