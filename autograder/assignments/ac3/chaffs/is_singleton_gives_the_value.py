"""The value is given in place of True.

caught by: is_singleton
"""


def is_singleton(domain):
    return len(domain) == 1 and domain[0]
