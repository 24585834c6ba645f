"""A text that occurs in +-*/= is an operator.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_possible(self, size):
        return super().is_possible(size) or (self.operator in "+-*/=" and len(self.operator) > 1)
