"""The number of a failed guess remains on the square.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def solve(self):
        solved = super().solve()
        if not solved and self._rows:
            self._solution = {(0, 0): len(self._rows)}
        return solved
