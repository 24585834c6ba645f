"""A second call finds the puzzle already checked, although it was not ready, and returns True.

caught by: solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    _checked = False

    def load_puzzle(self, stream):
        self._checked = False
        return super().load_puzzle(stream)

    def solve(self):
        solved = super().solve()
        if self._checked and not self.ready_to_solve():
            return True
        self._checked = True
        return solved
