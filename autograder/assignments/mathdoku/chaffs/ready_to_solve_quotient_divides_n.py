"""A quotient has to divide n.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_possible(self, size):
        possible = super().is_possible(size)
        return possible and not (self.operator == "/" and size % self.target)
