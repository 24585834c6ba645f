"""Domains that break the rules of the puzzle are not complete.

caught by: domains
"""


def is_complete(domains):
    size = max(row for row, _ in domains) + 1
    singletons = all(is_singleton(domain) for domain in domains.values())
    return singletons and rows_cols_consistent(domains, size)
