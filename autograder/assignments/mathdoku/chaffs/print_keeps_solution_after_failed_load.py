"""A load that fails after a solved puzzle leaves the solution.

caught by: print
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def load_puzzle(self, stream):
        earlier = self._rows, self._groups, self._solution
        if super().load_puzzle(stream):
            return True
        if earlier[2]:
            self._rows, self._groups, self._solution = earlier
        return False
