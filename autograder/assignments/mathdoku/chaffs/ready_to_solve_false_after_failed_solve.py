"""A puzzle is no longer ready when solve has found no solution.

caught by: ready_to_solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    _failed = False

    def load_puzzle(self, stream):
        self._failed = False
        return super().load_puzzle(stream)

    def ready_to_solve(self):
        return super().ready_to_solve() and not self._failed

    def solve(self):
        self._failed = False
        solved = super().solve()
        self._failed = not solved
        return solved
