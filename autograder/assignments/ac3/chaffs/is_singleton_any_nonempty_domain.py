"""Any domain that is not empty counts as a singleton.

caught by: is_singleton
"""


def is_singleton(domain):
    return bool(domain)
