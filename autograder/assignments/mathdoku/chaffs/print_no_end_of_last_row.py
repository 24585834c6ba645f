"""Rows have a line end between them, and none behind the last.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def print(self):
        return super().print().removesuffix("\n")
