"""Arcs are queued only when a reduced domain has become a single value.

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
            if len(domain) == 1:
                waiting += [other for other in arcs if other.second == arc.first]
    return reduced
