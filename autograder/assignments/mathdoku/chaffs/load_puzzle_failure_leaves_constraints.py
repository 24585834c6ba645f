"""The constraints before a faulty line are kept for the next puzzle.

caught by: load_puzzle
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def __init__(self):
        super().__init__()
        self._left = []

    def load_puzzle(self, stream):
        lines = [line.split() for line in stream]
        if super().load_puzzle([" ".join(line) for line in lines]):
            self._groups += [_Group(c, _positive(t), op, []) for c, t, op in self._left]
            return True
        self._left = [line for line in lines if len(line) == 3]
        return False
