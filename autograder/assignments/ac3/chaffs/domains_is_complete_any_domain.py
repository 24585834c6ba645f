"""One singleton is enough.

caught by: domains
"""


def is_complete(domains):
    return any(is_singleton(domain) for domain in domains.values())
