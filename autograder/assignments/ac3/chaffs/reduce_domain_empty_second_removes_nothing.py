"""An empty domain of second removes nothing.

caught by: reduce_domain
"""

_reduce = reduce_domain


def reduce_domain(arc, domains):
    return _reduce(arc, domains) if domains[arc.second] else list(domains[arc.first])
