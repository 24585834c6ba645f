"""A number under = is at most the target.

caught by: solve
"""


class _Group(_Group):
    def combinations(self, domains):
        if self.operator != "=":
            return super().combinations(domains)
        return [(number,) for number in domains[self.cells[0]] if number <= self.target]
