"""0 is a possible number.

caught by: ready_to_solve
"""

_digits = _positive


class _Group(_Group):
    def is_possible(self, size):
        return super().is_possible(size) or (self.operator == "=" and self.target == -1)


def _positive(text):
    return -1 if text == "0" else _digits(text)
