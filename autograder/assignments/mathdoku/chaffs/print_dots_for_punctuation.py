"""A group that is not a letter or a digit is shown as a dot.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def print(self):
        return "".join(c if c.isalnum() or c in "+\n" else "." for c in super().print())
