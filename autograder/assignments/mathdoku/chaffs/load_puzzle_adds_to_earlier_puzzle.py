"""A second puzzle does not clear the constraints of the first.

caught by: load_puzzle
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def load_puzzle(self, stream):
        earlier = self._puzzle.constraints if self._puzzle else []
        if not super().load_puzzle(stream):
            return False
        own = [c.group for c in self._puzzle.constraints]
        self._puzzle.constraints.extend(c for c in earlier if c.group not in own)
        return True
