"""An empty dict is returned when a domain becomes empty.

caught by: ac3
"""


def ac3(arcs, domains):
    reduced = copy_domains(domains)
    waiting = list(arcs)
    while waiting:
        arc = waiting.pop(0)
        domain = reduce_domain(arc, reduced)
        if not domain:
            return {}
        if domain != reduced[arc.first]:
            reduced[arc.first] = domain
            waiting += [other for other in arcs if other.second == arc.first]
    return reduced
