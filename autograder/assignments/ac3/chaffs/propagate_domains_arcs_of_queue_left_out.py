"""Arcs of the queue that are not among the arcs are left out.

caught by: propagate_domains
"""

_all_of_queue = propagate_domains


def propagate_domains(arcs, queue, domains):
    return _all_of_queue(arcs, [arc for arc in queue if arc in arcs], domains)
