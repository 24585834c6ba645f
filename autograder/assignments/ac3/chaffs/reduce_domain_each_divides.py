"""Each value divides the target, but their product may not.

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
                fits = arc.target % one == arc.target % other == 0
            if fits:
                kept.append(one)
                break
    return kept
