"""solve does not set the count back, only load_puzzle does.

caught by: choices
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def solve(self):
        earlier = self._choices
        solved = super().solve()
        self._choices += earlier
        return solved
