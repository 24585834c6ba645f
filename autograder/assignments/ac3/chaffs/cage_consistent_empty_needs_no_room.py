"""A position with an empty domain needs no room in an Add cage.

caught by: cage_consistent
"""

_check = cage_consistent


def cage_consistent(cage, domains):
    positions = [position for position in cage.positions if domains[position]]
    if cage.kind != "Add" or len(positions) == len(cage.positions):
        return _check(cage, domains)
    values = _values(positions, domains)
    return sum(values) + len(positions) - len(values) <= cage.target
