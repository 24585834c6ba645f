"""Two equal values have no quotient.

caught by: cage_consistent
"""

_check = cage_consistent


def cage_consistent(cage, domains):
    values = _values(cage.positions, domains)
    if len(values) == len(cage.positions) and cage.kind == "Div":
        return values[0] != values[1] and max(values) == min(values) * cage.target
    return _check(cage, domains)
