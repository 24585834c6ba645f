"""A full Mul cage may be above its target.

caught by: cage_consistent
"""

_check = cage_consistent


def cage_consistent(cage, domains):
    values = _values(cage.positions, domains)
    if len(values) == len(cage.positions) and cage.kind == "Mul":
        return prod(values) >= cage.target
    return _check(cage, domains)
