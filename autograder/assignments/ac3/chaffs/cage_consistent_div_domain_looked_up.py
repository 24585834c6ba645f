"""The domains of a Div cage need values that give its target.

caught by: cage_consistent
"""

_check = cage_consistent


def cage_consistent(cage, domains):
    if cage.kind != "Div" or len(_values(cage.positions, domains)) == 2:
        return _check(cage, domains)
    first, second = (domains[position] for position in cage.positions)
    return any(max(a, b) == min(a, b) * cage.target for a in first for b in second)
