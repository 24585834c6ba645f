"""A position with the largest domain is tried first.

caught by: search
"""


def select_variable(domains):
    return max(domains, key=lambda position: len(domains[position]))
