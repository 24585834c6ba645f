"""An empty domain counts as a singleton.

caught by: is_singleton
"""


def is_singleton(domain):
    return len(domain) <= 1
