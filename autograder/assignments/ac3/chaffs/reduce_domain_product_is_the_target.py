"""Two values have to multiply to the target of the whole cage.

caught by: reduce_domain
"""


def reduce_domain(arc, domains):
    kept = []
    for one in domains[arc.first]:
        for other in domains[arc.second]:
            if arc.kind == "neq":
                fits = one != other
            elif arc.kind == "sum":
                fits = one + other <= arc.target
            else:
                fits = one * other == arc.target
            if fits:
                kept.append(one)
                break
    return kept
