"""The last row has no newline, as print() would add it.

caught by: program
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def print(self):
        return super().print().removesuffix("\n")
