"""Only groups with + have to be connected.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_connected(self):
        return self.operator != "+" or super().is_connected()
