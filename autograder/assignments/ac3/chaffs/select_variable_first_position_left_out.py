"""The position (0, 0) counts as no position.

caught by: select_variable
"""


def select_variable(domains):
    best = ()
    for position, domain in domains.items():
        if len(domain) > 1 and any(position) and (not best or len(domain) < len(domains[best])):
            best = position
    return best or None
