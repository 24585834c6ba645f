"""The loop returns after the first domain.

caught by: is_complete
"""


def is_complete(domains):
    for domain in domains.values():
        return is_singleton(domain)
    return True
