"""A load that fails keeps the earlier puzzle.

caught by: load_puzzle
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def load_puzzle(self, stream):
        earlier = self._rows, self._groups
        if super().load_puzzle(stream):
            return True
        self._rows, self._groups = earlier
        return False
