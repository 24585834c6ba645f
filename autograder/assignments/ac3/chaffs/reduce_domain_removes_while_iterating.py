"""Values are removed from the list that the loop is going over, so the next one is skipped.

caught by: reduce_domain
"""


def reduce_domain(arc, domains):
    kept = list(domains[arc.first])
    for one in kept:
        if arc.kind == "neq":
            fits = any(one != other for other in domains[arc.second])
        elif arc.kind == "sum":
            fits = any(one + other <= arc.target for other in domains[arc.second])
        else:
            fits = any(arc.target % (one * other) == 0 for other in domains[arc.second])
        if not fits:
            kept.remove(one)
    return kept
