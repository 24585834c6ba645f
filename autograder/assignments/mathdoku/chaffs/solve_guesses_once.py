"""After a wrong guess, only one other number is tried.

caught by: solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def _search(self, domains, rules):
        domains = rules.propagate(domains)
        undecided = [cell for cell in domains if len(domains[cell]) > 1]
        if not undecided:
            return domains
        for number in sorted(domains[undecided[0]])[:2]:
            if solved := self._search(_assign(domains, undecided[0], number), rules):
                return solved
            self._choices += 1
        return {}
