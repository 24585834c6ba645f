"""A domain that is empty from the start is not noticed.

caught by: propagate_domains
"""

_propagate = propagate_domains


def propagate_domains(arcs, queue, domains):
    return copy_domains(domains) if not queue else _propagate(arcs, queue, domains)
