"""Each arc in the queue is processed once.

caught by: propagate_domains
"""


def propagate_domains(arcs, queue, domains):
    reduced = copy_domains(domains)
    waiting = [arc for arc in arcs if arc in queue]
    while waiting:
        arc = waiting.pop(0)
        domain = reduce_domain(arc, reduced)
        if not domain:
            return None
        if domain != reduced[arc.first]:
            reduced[arc.first] = domain
    return reduced
