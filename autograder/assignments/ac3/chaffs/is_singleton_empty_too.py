"""An empty domain is taken for a singleton.

caught by: is_singleton
"""


def is_singleton(domain):
    return len(domain) <= 1
