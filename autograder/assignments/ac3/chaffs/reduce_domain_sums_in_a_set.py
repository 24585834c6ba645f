"""Under sum and product, the values are collected in a set and lose their order.

caught by: reduce_domain
"""

_reduce = reduce_domain


def reduce_domain(arc, domains):
    kept = _reduce(arc, domains)
    return kept if arc.kind == "neq" else sorted(set(kept))
