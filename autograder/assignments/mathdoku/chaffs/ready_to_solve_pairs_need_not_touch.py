"""Only groups with + and * have to be connected.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_connected(self):
        return self.operator in "-/" or super().is_connected()
