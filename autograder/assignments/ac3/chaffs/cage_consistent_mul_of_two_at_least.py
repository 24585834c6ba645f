"""A Mul cage of one position is never consistent.

caught by: cage_consistent
"""

_any_cage = cage_consistent


def cage_consistent(cage, domains):
    if cage.kind == "Mul" and len(cage.positions) == 1:
        return False
    return _any_cage(cage, domains)
