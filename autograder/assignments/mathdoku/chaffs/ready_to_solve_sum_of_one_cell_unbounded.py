"""A sum of one cell is not checked.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_possible(self, size):
        return super().is_possible(size) or (self.operator == "+" and len(self.cells) == 1)
