"""A load that fails leaves the count.

caught by: choices
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def load_puzzle(self, stream):
        earlier = self._choices
        if super().load_puzzle(stream):
            return True
        self._choices = earlier
        return False
