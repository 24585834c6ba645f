"""The numbers are removed when they are printed.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def print(self):
        text = super().print()
        self._solution = {}
        return text
