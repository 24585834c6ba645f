"""Any puzzle is called ready, as solve finds out whether it is.

caught by: program
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def ready_to_solve(self):
        return self._puzzle is not None
