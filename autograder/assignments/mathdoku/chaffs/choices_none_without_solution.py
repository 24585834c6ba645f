"""The number of guesses is kept only if a solution is found.

caught by: choices
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def solve(self):
        solved = super().solve()
        if not solved:
            self._choices = None
        return solved
