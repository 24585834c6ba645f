"""An empty domain counts as a singleton.

caught by: domains
"""


def is_singleton(domain):
    return len(domain) <= 1
