"""The values are sorted, although they have to keep their order.

caught by: reduce_domain
"""

_in_order = reduce_domain


def reduce_domain(arc, domains):
    return sorted(_in_order(arc, domains))
