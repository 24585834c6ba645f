"""Positions that have a value are not left out.

caught by: select_variable
"""


def select_variable(domains):
    return min(domains, key=lambda position: len(domains[position]))
