"""The domains themselves are compared instead of their lengths.

caught by: select_variable
"""


def select_variable(domains):
    several = [position for position, domain in domains.items() if len(domain) > 1]
    return min(several, key=lambda position: domains[position])
