"""A second call finds the puzzle already searched and returns True.

caught by: solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    _searched = False

    def load_puzzle(self, stream):
        self._searched = False
        return super().load_puzzle(stream)

    def solve(self):
        if self._searched:
            return True
        self._searched = self.ready_to_solve()
        return super().solve()
