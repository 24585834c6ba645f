"""The operator of a group of one cell is not checked.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_possible(self, size):
        known = self.operator in _FITS
        return super().is_possible(size) or (len(self.cells) == 1 and not known)
