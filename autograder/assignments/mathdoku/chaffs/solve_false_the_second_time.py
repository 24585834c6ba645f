"""Tried numbers stay ruled out, so a second call finds no solution if the first one guessed.

caught by: solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    _guessed = False

    def load_puzzle(self, stream):
        self._guessed = False
        return super().load_puzzle(stream)

    def solve(self):
        if self._guessed:
            self._solution = {}
            return False
        solved = super().solve()
        self._guessed = self._choices > 0
        return solved
