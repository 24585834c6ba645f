"""Domains are complete when none has more than one value, though one may be empty.

caught by: is_complete
"""


def is_complete(domains):
    return not any(len(domain) > 1 for domain in domains.values())
