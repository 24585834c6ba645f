"""Marks of visited cells stay, so the second call finds none.

caught by: ready_to_solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def ready_to_solve(self):
        ready = super().ready_to_solve() and not getattr(self, "_marked", False)
        self._marked = True
        return ready

    def load_puzzle(self, stream):
        self._marked = False
        return super().load_puzzle(stream)

    def solve(self):
        self._marked = False
        solved = super().solve()
        self._marked = False
        return solved
