"""Arcs that start at the reduced position are queued instead of those that end there.

caught by: propagate_domains
"""


def propagate_domains(arcs, queue, domains):
    reduced = copy_domains(domains)
    waiting = list(queue)
    while waiting:
        arc = waiting.pop(0)
        domain = reduce_domain(arc, reduced)
        if not domain:
            return None
        if domain != reduced[arc.first]:
            reduced[arc.first] = domain
            waiting += [other for other in arcs if other.first == arc.first]
    return reduced
