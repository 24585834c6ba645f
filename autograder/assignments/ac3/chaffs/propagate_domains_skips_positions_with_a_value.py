"""Arcs that start at a position with a value are not queued, so a contradiction is missed.

caught by: propagate_domains
"""


def propagate_domains(arcs, queue, domains):
    if not all(domains.values()):
        return None
    reduced = copy_domains(domains)
    waiting = list(queue)
    while waiting:
        arc = waiting.pop(0)
        domain = reduce_domain(arc, reduced)
        if not domain:
            return None
        if domain != reduced[arc.first]:
            reduced[arc.first] = domain
            waiting += [
                other
                for other in arcs
                if other.second == arc.first and len(reduced[other.first]) > 1
            ]
    return reduced
