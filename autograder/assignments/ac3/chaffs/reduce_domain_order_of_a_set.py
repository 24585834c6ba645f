"""The values are kept in a set, which has another order: 8 before 1.

caught by: reduce_domain
"""


def reduce_domain(arc, domains):
    kept = set()
    for value in domains[arc.first]:
        for other in domains[arc.second]:
            if (
                (arc.kind == "neq" and value != other)
                or (arc.kind == "sum" and value + other <= arc.target)
                or (arc.kind == "product" and arc.target % (value * other) == 0)
            ):
                kept.add(value)
    return list(kept)
