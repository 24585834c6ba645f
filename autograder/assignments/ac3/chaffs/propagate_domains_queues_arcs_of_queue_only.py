"""Arcs are queued from the queue that was passed, not from all arcs.

caught by: propagate_domains
"""


def propagate_domains(_arcs, queue, domains):
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
            waiting += [other for other in queue if other.second == arc.first]
    return reduced
