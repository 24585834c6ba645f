"""Some domain is assumed to have two or three values.

caught by: select_variable
"""


def select_variable(domains):
    few = [position for position, domain in domains.items() if len(domain) in (2, 3)]
    return min(few, key=lambda position: len(domains[position]), default=None)
