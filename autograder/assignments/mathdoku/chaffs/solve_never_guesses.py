"""A puzzle that cannot be solved without guessing has no solution.

caught by: solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def _search(self, domains, rules):
        domains = rules.propagate(domains)
        return domains if all(len(domain) == 1 for domain in domains.values()) else {}
