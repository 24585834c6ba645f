"""The end of a line is put between rows only, as print() would add the last one.

caught by: program
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def print(self):
        return super().print().removesuffix("\n")
