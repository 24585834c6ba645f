"""choices returns a list of guesses.

caught by: choices
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def choices(self):
        return [self._choices]
