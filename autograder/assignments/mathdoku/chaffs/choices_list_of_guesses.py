"""choices gives the guesses themselves.

caught by: choices
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def choices(self):
        return [self._choices]
