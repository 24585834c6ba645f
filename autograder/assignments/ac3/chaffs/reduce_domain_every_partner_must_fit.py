"""A value is kept only if it goes with every value of the other position.

caught by: reduce_domain
"""


def reduce_domain(arc, domains):
    fits = {
        "neq": lambda one, other: one != other,
        "sum": lambda one, other: one + other <= arc.target,
        "product": lambda one, other: arc.target % (one * other) == 0,
    }[arc.kind]
    others = domains[arc.second]
    return [one for one in domains[arc.first] if all(fits(one, other) for other in others)]
