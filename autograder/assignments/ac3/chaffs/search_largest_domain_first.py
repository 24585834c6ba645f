"""A position with many values comes first, as it gives the most to try.

caught by: search
"""


def select_variable(domains):
    return max(domains, key=lambda position: len(domains[position]))
