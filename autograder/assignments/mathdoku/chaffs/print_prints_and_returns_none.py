"""print writes the rows to standard output and returns None.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def print(self):
        print(super().print(), end="")
