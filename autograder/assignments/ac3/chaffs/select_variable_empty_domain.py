"""An empty domain is the smallest.

caught by: select_variable
"""


def select_variable(domains):
    undecided = [position for position, domain in domains.items() if len(domain) != 1]
    return min(undecided, key=lambda position: len(domains[position]))
