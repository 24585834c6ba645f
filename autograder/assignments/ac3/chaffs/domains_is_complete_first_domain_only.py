"""The loop returns after the first domain.

caught by: domains
"""


def is_complete(domains):
    for domain in domains.values():
        return is_singleton(domain)
    return True
