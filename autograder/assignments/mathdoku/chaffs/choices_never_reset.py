"""The count is never set back to 0.

caught by: choices
"""

_Right = Mathdoku


class Mathdoku(_Right):
    total = 0

    def solve(self):
        solved = super().solve()
        self.total += self._choices + 1
        return solved

    def choices(self):
        return self.total
