"""The values are taken out of the domain itself.

caught by: reduce_domain
"""


def reduce_domain(arc, domains):
    domain = domains[arc.first]
    for value in list(domain):
        if arc.kind == "neq" and domains[arc.second] == [value]:
            domain.remove(value)
        elif arc.kind == "sum" and value + min(domains[arc.second]) > arc.target:
            domain.remove(value)
        elif arc.kind == "product" and all(
            arc.target % (value * other) for other in domains[arc.second]
        ):
            domain.remove(value)
    return domain
