"""Only arcs of the kind that has reduced the domain are queued.

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
                other for other in arcs if other.second == arc.first and other.kind == arc.kind
            ]
    return reduced
