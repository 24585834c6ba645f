"""Every product up to the largest one is possible.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_possible(self, size):
        if self.operator == "*":
            return 1 <= self.target <= size ** len(self.cells)
        return super().is_possible(size)
