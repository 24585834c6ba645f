"""All objects share one count.

caught by: choices
"""

_Right = Mathdoku
_count = [0]


class Mathdoku(_Right):
    def load_puzzle(self, stream):
        _count[0] = 0
        return super().load_puzzle(stream)

    def solve(self):
        solved = super().solve()
        _count[0] = self._choices
        return solved

    def choices(self):
        return _count[0]
