"""A domain without values counts as a singleton.

caught by: domains
"""


def is_complete(domains):
    return not any(len(domain) > 1 for domain in domains.values())
