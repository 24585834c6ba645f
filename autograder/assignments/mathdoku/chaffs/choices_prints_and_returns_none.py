"""choices prints the count and returns None.

caught by: choices
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def choices(self):
        print(self._choices)
