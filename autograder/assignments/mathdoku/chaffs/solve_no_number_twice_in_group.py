"""No number appears twice in a group.

caught by: solve
"""

_fits = _Group.fits


class _Group(_Group):
    def fits(self, numbers):
        return _fits(self, numbers) and len(set(numbers)) == len(numbers)
