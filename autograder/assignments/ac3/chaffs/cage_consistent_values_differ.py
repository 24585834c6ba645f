"""The values of a cage have to differ.

caught by: cage_consistent
"""

_rule_only = cage_consistent


def cage_consistent(cage, domains):
    values = [domains[p][0] for p in cage.positions if len(domains[p]) == 1]
    return len(set(values)) == len(values) and _rule_only(cage, domains)
