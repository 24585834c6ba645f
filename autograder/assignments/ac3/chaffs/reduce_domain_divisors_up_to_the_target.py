"""Two divisors of the target go together if their product is at most the target.

caught by: reduce_domain
"""

_reduce = reduce_domain


def reduce_domain(arc, domains):
    if arc.kind != "product":
        return _reduce(arc, domains)
    kept = []
    for one in domains[arc.first]:
        for other in domains[arc.second]:
            if arc.target % one == arc.target % other == 0 and one * other <= arc.target:
                kept.append(one)
                break
    return kept
