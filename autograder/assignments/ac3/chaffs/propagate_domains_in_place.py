"""The domains that were passed are changed.

caught by: propagate_domains
"""


def propagate_domains(arcs, queue, domains):
    reduced = domains
    waiting = list(queue)
    while waiting:
        arc = waiting.pop(0)
        domain = reduce_domain(arc, reduced)
        if not domain:
            return None
        if domain != reduced[arc.first]:
            reduced[arc.first] = domain
            waiting += [other for other in arcs if other.second == arc.first]
    return reduced
