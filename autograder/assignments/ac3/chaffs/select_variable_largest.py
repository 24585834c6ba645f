"""The largest domain is selected.

caught by: select_variable
"""


def select_variable(domains):
    return max(domains, key=lambda position: len(domains[position]))
