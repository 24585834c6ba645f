"""The cells of a row are separated by spaces.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def print(self):
        return "".join(" ".join(row) + "\n" for row in super().print().splitlines())
