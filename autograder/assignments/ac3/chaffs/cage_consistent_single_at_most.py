"""Single holds at most its target.

caught by: cage_consistent
"""

_check = cage_consistent


def cage_consistent(cage, domains):
    values = _values(cage.positions, domains)
    if len(values) == len(cage.positions) and cage.kind == "Single":
        return values[0] <= cage.target
    return _check(cage, domains)
