"""choices is printed and not given back.

caught by: choices
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def choices(self):
        print(self._choices)
