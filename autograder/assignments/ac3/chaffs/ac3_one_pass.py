"""Each arc is processed once.

caught by: ac3
"""


def ac3(arcs, domains):
    reduced = copy_domains(domains)
    waiting = list(arcs)
    while waiting:
        arc = waiting.pop(0)
        domain = reduce_domain(arc, reduced)
        if not domain:
            return None
        if domain != reduced[arc.first]:
            reduced[arc.first] = domain
    return reduced
