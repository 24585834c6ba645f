"""A Single cage needs its target in the domain.

caught by: cage_consistent
"""

_check = cage_consistent


def cage_consistent(cage, domains):
    values = _values(cage.positions, domains)
    missing = len(cage.positions) - len(values)
    if cage.kind == "Single" and missing and cage.target not in domains[cage.positions[0]]:
        return False
    return _check(cage, domains)
