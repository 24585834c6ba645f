"""The value is removed from the domain.

caught by: domains
"""


def assign_value(domains, position, value):
    assigned = copy_domains(domains)
    assigned[position] = [other for other in assigned[position] if other != value]
    return assigned
