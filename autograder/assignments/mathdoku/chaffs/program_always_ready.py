"""Every puzzle is ready, as solve finds out whether it has a solution.

caught by: program
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def ready_to_solve(self):
        return len(self._rows) > 0

    def solve(self):
        return super().ready_to_solve() and super().solve()
