"""The first value of a Sub cage is assumed to be the larger one.

caught by: cage_consistent
"""


def cage_consistent(cage, domains):
    values = [domains[p][0] for p in cage.positions if len(domains[p]) == 1]
    missing = len(cage.positions) - len(values)
    if missing:
        if cage.kind == "Add":
            return sum(values) + missing <= cage.target
        if cage.kind == "Mul":
            return cage.target % prod(values) == 0
        return True
    if cage.kind == "Add":
        return sum(values) == cage.target
    if cage.kind == "Mul":
        return prod(values) == cage.target
    if cage.kind == "Sub":
        return values[0] - values[1] == cage.target
    if cage.kind == "Div":
        return max(values) == min(values) * cage.target
    return values[0] == cage.target
