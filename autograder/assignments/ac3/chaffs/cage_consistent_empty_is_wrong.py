"""A position with an empty domain makes a cage inconsistent.

caught by: cage_consistent
"""

_check = cage_consistent


def cage_consistent(cage, domains):
    return all(domains[position] for position in cage.positions) and _check(cage, domains)
