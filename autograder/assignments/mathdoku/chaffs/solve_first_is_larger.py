"""The first cell of a group with - or / holds the larger number.

caught by: solve
"""

_fits = _Group.fits


class _Group(_Group):
    def fits(self, numbers):
        return _fits(self, numbers) and (self.operator not in "-/" or numbers[0] >= numbers[-1])
