"""Groups and constraints are compared as sets, so a second constraint for a group is ignored.

caught by: ready_to_solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def ready_to_solve(self):
        return (
            len(self._rows) > 0
            and {group.character for group in self._groups} == set("".join(self._rows))
            and all(g.is_connected() and g.is_possible(len(self._rows)) for g in self._groups)
        )
