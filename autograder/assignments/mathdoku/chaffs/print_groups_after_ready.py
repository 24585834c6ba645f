"""ready_to_solve discards the solution.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def ready_to_solve(self):
        self._solution = {}
        return super().ready_to_solve()
