"""Numbers have a space between them.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def print(self):
        return "".join(" ".join(row) + "\n" for row in super().print().splitlines())
