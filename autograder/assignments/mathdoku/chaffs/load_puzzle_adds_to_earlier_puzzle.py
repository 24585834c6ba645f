"""A second puzzle does not clear the constraints of the first.

caught by: load_puzzle
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def load_puzzle(self, stream):
        earlier = self._groups
        if not super().load_puzzle(stream):
            return False
        loaded = [group.character for group in self._groups]
        for group in earlier:
            if group.character not in loaded:
                cells = _cells_of(group.character, self._rows)
                kept = _Group(group.character, group.target, group.operator, cells)
                self._groups.append(kept)
        return True
