"""All objects share one solution.

caught by: solve
"""

_Right = Mathdoku
_shared = {}


class Mathdoku(_Right):
    def load_puzzle(self, stream):
        loaded = super().load_puzzle(stream)
        _shared.clear()
        self._solution = _shared
        return loaded

    def solve(self):
        solved = super().solve()
        _shared.clear()
        _shared.update(self._solution)
        self._solution = _shared
        return solved
