"""The value is returned instead of True.

caught by: domains
"""


def is_singleton(domain):
    return len(domain) == 1 and domain[0]
