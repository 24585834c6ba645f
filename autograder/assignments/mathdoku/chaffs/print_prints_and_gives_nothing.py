"""print is there to print.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def print(self):
        print(super().print(), end="")
