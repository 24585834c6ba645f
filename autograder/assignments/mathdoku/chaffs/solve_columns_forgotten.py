"""Only the numbers of a row have to differ.

caught by: solve
"""


class _Rules(_Rules):
    def __init__(self, groups, size):
        super().__init__(groups, size)
        self.lines = self.lines[:size]


class _Group(_Group):
    def combinations(self, domains):
        partial = [()]
        for i, (y, x) in enumerate(self.cells):
            in_row = [j for j, cell in enumerate(self.cells[:i]) if cell[0] == y]
            partial = [
                (*numbers, number)
                for numbers in partial
                for number in domains[y, x].difference(numbers[j] for j in in_row)
            ]
        return [numbers for numbers in partial if _FITS[self.operator](numbers, self.target)]
