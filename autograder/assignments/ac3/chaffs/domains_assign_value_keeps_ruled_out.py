"""A value that the domain does not hold leaves it empty.

caught by: domains
"""


def assign_value(domains, position, value):
    assigned = copy_domains(domains)
    assigned[position] = [each for each in domains[position] if each == value]
    return assigned
