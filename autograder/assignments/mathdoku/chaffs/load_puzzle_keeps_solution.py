"""The solution of the earlier puzzle is kept until the next solve.

caught by: load_puzzle
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def load_puzzle(self, stream):
        earlier = self._solution
        loaded = super().load_puzzle(stream)
        self._solution = earlier
        return loaded
