"""A cell without a number shows 0.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def print(self):
        text = super().print()
        return text if self._solution else "".join("0" if c != "\n" else c for c in text)
