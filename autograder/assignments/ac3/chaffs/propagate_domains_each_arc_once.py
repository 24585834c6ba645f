"""An arc that has been processed is not queued again.

caught by: propagate_domains
"""


def propagate_domains(arcs, queue, domains):
    if not all(domains.values()):
        return None
    reduced = copy_domains(domains)
    waiting, seen = list(queue), set(queue)
    while waiting:
        arc = waiting.pop(0)
        domain = reduce_domain(arc, reduced)
        if not domain:
            return None
        if domain != reduced[arc.first]:
            reduced[arc.first] = domain
            more = [other for other in arcs if other.second == arc.first and other not in seen]
            waiting += more
            seen.update(more)
    return reduced
