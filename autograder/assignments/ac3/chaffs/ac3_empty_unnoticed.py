"""A domain that is empty from the start is kept if it has no arc.

caught by: ac3
"""


def ac3(arcs, domains):
    return propagate_domains(arcs, arcs, domains) if arcs else copy_domains(domains)
