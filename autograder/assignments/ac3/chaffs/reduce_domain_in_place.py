"""The values are removed from the domain that was passed.

caught by: reduce_domain
"""


def reduce_domain(arc, domains):
    fits = {
        "neq": lambda one, other: one != other,
        "sum": lambda one, other: one + other <= arc.target,
        "product": lambda one, other: arc.target % (one * other) == 0,
    }[arc.kind]
    domain = domains[arc.first]
    for value in list(domain):
        if not any(fits(value, other) for other in domains[arc.second]):
            domain.remove(value)
    return domain
