"""Nothing is returned if the puzzle is not ready.

caught by: solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def solve(self):
        return super().solve() if self.ready_to_solve() else None
