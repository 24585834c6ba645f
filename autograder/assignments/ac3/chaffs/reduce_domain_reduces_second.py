"""The domain of the second position is reduced.

caught by: reduce_domain
"""


def reduce_domain(arc, domains):
    kept = []
    for one in domains[arc.second]:
        for other in domains[arc.first]:
            if arc.kind == "neq":
                fits = one != other
            elif arc.kind == "sum":
                fits = one + other <= arc.target
            else:
                fits = arc.target % (one * other) == 0
            if fits:
                kept.append(one)
                break
    return kept
