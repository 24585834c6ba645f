"""Any domain that is not empty counts as a singleton.

caught by: domains
"""


def is_singleton(domain):
    return bool(domain)
