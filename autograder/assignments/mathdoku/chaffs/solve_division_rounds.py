"""A quotient is rounded down.

caught by: solve
"""

_fits = _Group.fits


class _Group(_Group):
    def fits(self, numbers):
        if self.operator == "/":
            return max(numbers) // min(numbers) == self.target
        return _fits(self, numbers)
