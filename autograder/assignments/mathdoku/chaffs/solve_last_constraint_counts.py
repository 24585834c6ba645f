"""If a group has two constraints, only the last one counts.

caught by: solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def solve(self):
        groups = self._groups
        self._groups = list({group.character: group for group in groups}.values())
        solved = super().solve()
        self._groups = groups
        return solved
