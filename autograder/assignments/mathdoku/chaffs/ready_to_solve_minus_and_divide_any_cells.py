"""- and / go with any number of cells, as if the largest number came first.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_possible(self, size):
        if self.operator in ("-", "/"):
            return 1 <= self.target <= size
        return super().is_possible(size)
