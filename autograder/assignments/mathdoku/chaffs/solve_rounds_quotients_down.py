"""A quotient is rounded down.

caught by: solve
"""


class _Group(_Group):
    def combinations(self, domains):
        if self.operator != "/":
            return super().combinations(domains)
        first, second = (domains[cell] for cell in self.cells)
        pairs = [(a, b) for a in first for b in second - {a}]
        return [pair for pair in pairs if max(pair) // min(pair) == self.target]
