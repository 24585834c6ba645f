"""A full Add or Mul cage is consistent as soon as its first values give the target.

caught by: cage_consistent
"""

_check = cage_consistent


def cage_consistent(cage, domains):
    values = _values(cage.positions, domains)
    if len(values) < len(cage.positions) or cage.kind not in ("Add", "Mul"):
        return _check(cage, domains)
    total = values[0]
    for value in values[1:]:
        if total == cage.target:
            return True
        total = total + value if cage.kind == "Add" else total * value
    return total == cage.target
