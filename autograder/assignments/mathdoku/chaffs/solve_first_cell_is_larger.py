"""The first cell of a group with - or / holds the larger number.

caught by: solve
"""


class _Group(_Group):
    def combinations(self, domains):
        fitting = super().combinations(domains)
        if self.operator in ("-", "/"):
            return [numbers for numbers in fitting if numbers[0] > numbers[1]]
        return fitting
