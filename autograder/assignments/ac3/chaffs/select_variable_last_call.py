"""The smallest size is kept between calls.

caught by: select_variable
"""

_best = [99]


def select_variable(domains):
    found = None
    for position, domain in domains.items():
        if 1 < len(domain) < _best[0]:
            _best[0], found = len(domain), position
    return found
