"""Domains are returned although one of them is empty.

caught by: propagate_domains
"""


def propagate_domains(arcs, queue, domains):
    reduced = copy_domains(domains)
    waiting = list(queue)
    while waiting:
        arc = waiting.pop(0)
        domain = reduce_domain(arc, reduced)
        if domain != reduced[arc.first]:
            reduced[arc.first] = domain
            waiting += [other for other in arcs if other.second == arc.first]
    return reduced
