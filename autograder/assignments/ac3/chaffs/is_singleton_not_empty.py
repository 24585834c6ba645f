"""Any domain that is not empty is taken for a singleton.

caught by: is_singleton
"""


def is_singleton(domain):
    return bool(domain)
