"""Two equal values have no difference.

caught by: cage_consistent
"""

_check = cage_consistent


def cage_consistent(cage, domains):
    values = _values(cage.positions, domains)
    if len(values) == len(cage.positions) and cage.kind == "Sub":
        return values[0] != values[1] and abs(values[0] - values[1]) == cage.target
    return _check(cage, domains)
