"""The queue of the last call is continued.

caught by: propagate_domains
"""

_propagate = propagate_domains
_queue = []


def propagate_domains(arcs, queue, domains):
    _queue.extend(queue)
    return _propagate(arcs, list(_queue), domains)
