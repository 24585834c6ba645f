"""One singleton is enough.

caught by: is_complete
"""


def is_complete(domains):
    return any(is_singleton(domain) for domain in domains.values())
