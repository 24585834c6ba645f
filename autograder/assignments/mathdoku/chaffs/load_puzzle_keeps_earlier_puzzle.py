"""A load that fails leaves the earlier puzzle where it was.

caught by: load_puzzle
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def load_puzzle(self, stream):
        earlier = self._puzzle
        if super().load_puzzle(stream):
            return True
        self._puzzle = earlier
        return False
