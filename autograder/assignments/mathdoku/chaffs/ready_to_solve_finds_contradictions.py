"""A puzzle is ready only if it has a solution.

caught by: ready_to_solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def ready_to_solve(self):
        other = _Right()
        other.__dict__.update(self.__dict__)
        return super().ready_to_solve() and other.solve()
