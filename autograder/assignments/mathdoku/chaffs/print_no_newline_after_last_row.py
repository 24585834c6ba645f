"""Rows are separated by newlines, and none follows the last row.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def print(self):
        return super().print().removesuffix("\n")
